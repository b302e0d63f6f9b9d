    if ready:
        start(now)
        wait(now)
