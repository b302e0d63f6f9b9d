export function boot(engine: Engine, isReady: boolean): void {
  if (isReady) {
    engine.start(DEFAULTS);
    engine.run();
  }
}
