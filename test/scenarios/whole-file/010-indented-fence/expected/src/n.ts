if (x) {
  y();
}
