const a = 1;
const c = 3;
