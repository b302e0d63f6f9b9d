function f() {
  if (x) {
    }
