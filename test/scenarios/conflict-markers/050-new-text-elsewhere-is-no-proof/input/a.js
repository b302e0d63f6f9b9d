const port = choose(3);
const other = choose(2);
const main = compute(other);
