if (a) {
  firstCall();
  secondCall();
}
}
