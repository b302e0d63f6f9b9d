if ready:
    start(now)
    finish(now)
