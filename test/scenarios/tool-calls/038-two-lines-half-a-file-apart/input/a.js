function start(port) {
  const server = listen(port);
  server.on("error", report);
  server.on("close", finish);
  return server;
}
