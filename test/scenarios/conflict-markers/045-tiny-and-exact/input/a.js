function f() {
  return;
}
