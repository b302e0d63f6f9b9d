export function step0() {
  return 0;
}
export function step1() {
  return 1;
}
export function step2() {
  return 2;
}
export function step3() {
  return 3;
}
export function step4() {
  return 4;
}
export function step5() {
  return 5;
}
export function step6() {
  return 6;
}
export function step8() {
  return 8;
}
export function step9() {
  return 9;
}
export function step10() {
  return 10;
}
export function step11() {
  return 11;
}
export function step12() {
  return 12;
}
export function step13() {
  return 13;
}
export function step14() {
  return 14;
}
export function step15() {
  return 15;
}
export function step16() {
  return 16;
}
export function step17() {
  return 17;
}
export function step18() {
  return 18;
}
export function step19() {
  return 19;
}
export function step20() {
  return 20;
}
export function step21() {
  return 21;
}
export function step22() {
  return 22;
}
export function step23() {
  return 23;
}
export function step24() {
  return 24;
}
export function step25() {
  return 25;
}
export function step26() {
  return 26;
}
export function step27() {
  return 27;
}
export function step28() {
  return 28;
}
export function step29() {
  return 29;
}
export function step30() {
  return 30;
}
export function step31() {
  return 31;
}
export function step32() {
  return 32;
}
export function step33() {
  return 33;
}
export function step34() {
  return 34;
}
export function step35() {
  return 35;
}
export function step36() {
  return 36;
}
export function step37() {
  return 37;
}
export function step38() {
  return 38;
}
export function step39() {
  return 39;
}
