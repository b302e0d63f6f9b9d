/** The files of the sample repository: a small shop whose tests run on Node alone. */
export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify(
    {
      name: 'corner-shop',
      version: '1.0.0',
      private: true,
      type: 'module',
      scripts: { test: 'node --test' },
    },
    null,
    2,
  )}\n`,
  'src/price.js': `/** Price of one item with tax, in cents. */
export function withTax(cents, rate = 0.2) {
  const total = Math.round(cents * (1 + rate));
  return total;
}

/** Price after a discount, in cents. */
export function discounted(cents, percent) {
  const total = Math.round(cents * (1 - percent / 100));
  return total;
}
`,
  'src/cart.js': `import { withTax } from './price.js';

/** A cart is a list of { name, cents, count }. */
export function cartTotal(items) {
  let sum = 0;
  for (const item of items) {
    sum += withTax(item.cents) * item.count;
  }
  return sum;
}

export function isEmpty(items) {
  return items.length === 0;
}

export function describe(items) {
  return items.map((item) => \`\${item.count} x \${item.name}\`).join(', ');
}
`,
  'test/shop.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cartTotal, describe, isEmpty } from '../src/cart.js';
import { discounted, withTax } from '../src/price.js';

test('tax is added and rounded', () => {
  assert.equal(withTax(999), 1199);
});

test('a discount is taken off', () => {
  assert.equal(discounted(1000, 25), 750);
});

test('a cart adds up', () => {
  assert.equal(cartTotal([{ name: 'tea', cents: 100, count: 3 }]), 360);
  assert.equal(isEmpty([]), true);
  assert.equal(describe([{ name: 'tea', cents: 100, count: 3 }]), '3 x tea');
});
`,
  'sallyport.config.json': `{
  // Read from the branch itself: an edit cannot change the checks that judge it.
  "gates": [{ "name": "test", "run": "npm test", "timeout": 60 }],
}
`,
};
