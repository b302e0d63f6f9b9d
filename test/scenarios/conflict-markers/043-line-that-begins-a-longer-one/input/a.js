start();
const limit = 1000;
