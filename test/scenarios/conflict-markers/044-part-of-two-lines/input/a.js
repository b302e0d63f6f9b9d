const one = listen(port, host);
const two = listen(port, host);
