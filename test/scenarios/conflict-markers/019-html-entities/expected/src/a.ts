if (a > b) {
}
