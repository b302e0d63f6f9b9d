if (a) {
  firstCall();
}
