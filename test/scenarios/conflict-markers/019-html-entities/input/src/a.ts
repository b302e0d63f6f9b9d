if (a < b && c) {
}
