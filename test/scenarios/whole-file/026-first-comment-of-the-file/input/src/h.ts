// src/h.ts
const h = 1;
