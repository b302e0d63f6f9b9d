const server = listen(port); // main
