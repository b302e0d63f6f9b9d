/** A model response of the tour: the file that is dropped, and one line on what is wrong with it (or not). */
export interface SampleResponse {
  readonly name: string;
  readonly gist: string;
  readonly text: string;
}

const fence = '```';

/** Six answers as models write them, in the order in which they are dropped. */
export const SAMPLE_RESPONSES: readonly SampleResponse[] = [
  {
    name: '1-free-shipping.md',
    gist: 'a new function and its test, in two files',
    text: `Sure! Here is free shipping for larger carts, with a test.

src/cart.js
${fence}js
<<<<<<< SEARCH
export function isEmpty(items) {
  return items.length === 0;
}
=======
/** Carts of 50.00 and more ship for nothing, others for 4.90; in cents. */
export function shipping(items) {
  return cartTotal(items) >= 5000 ? 0 : 490;
}

export function isEmpty(items) {
  return items.length === 0;
}
>>>>>>> REPLACE
${fence}

And a new test file, test/shipping.test.js:

test/shipping.test.js
${fence}js
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shipping } from '../src/cart.js';

test('large carts ship for nothing', () => {
  assert.equal(shipping([{ name: 'tea', cents: 5000, count: 1 }]), 0);
  assert.equal(shipping([{ name: 'tea', cents: 100, count: 1 }]), 490);
});
${fence}
`,
  },
  {
    name: '2-ambiguous.md',
    gist: 'its SEARCH text stands twice in the file',
    text: `Never return a negative price:

src/price.js
${fence}js
<<<<<<< SEARCH
  return total;
=======
  return Math.max(0, total);
>>>>>>> REPLACE
${fence}
`,
  },
  {
    name: '3-stale.md',
    gist: 'it was written against an older version of the file',
    text: `The tax rate changes next month:

File: src/price.js
[[[SEARCH]]]
export function withTax(cents, rate = 0.19) {
[[[DIVIDER]]]
export function withTax(cents, rate = 0.21) {
[[[REPLACE]]]
`,
  },
  {
    name: '4-elided.md',
    gist: 'it leaves code out with "rest unchanged"',
    text: `I made the cart skip items without a price:

src/cart.js
${fence}js
<<<<<<< SEARCH
  let sum = 0;
  for (const item of items) {
    sum += withTax(item.cents) * item.count;
  }
  return sum;
=======
  let sum = 0;
  for (const item of items.filter((one) => one.cents > 0)) {
    // ... rest of the code remains unchanged ...
  }
  return sum;
>>>>>>> REPLACE
${fence}
`,
  },
  {
    name: '5-breaks-a-test.md',
    gist: 'it applies cleanly, and a test fails',
    text: `Rounding down is friendlier to customers:

src/price.js
${fence}js
<<<<<<< SEARCH
  const total = Math.round(cents * (1 + rate));
=======
  const total = Math.floor(cents * (1 + rate));
>>>>>>> REPLACE
${fence}
`,
  },
  {
    name: '6-escapes.md',
    gist: 'it writes outside the repository',
    text: `I also changed the deployment next door, so that it ships this:

../deploy/ship.js
${fence}js
export const target = 'production';
${fence}
`,
  },
];
