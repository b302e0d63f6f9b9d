const server = listen(port, host); // main
