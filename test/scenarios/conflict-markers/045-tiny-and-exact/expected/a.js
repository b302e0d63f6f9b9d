function f() {
  return;
}

f();
