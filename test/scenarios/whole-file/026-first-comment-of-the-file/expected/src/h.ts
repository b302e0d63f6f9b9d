// src/h.ts
const h = 2;
