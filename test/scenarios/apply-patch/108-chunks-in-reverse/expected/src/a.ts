const a = 10;
const b = 2;
const c = 30;
