    if ready and able:
        start(now)
        wait(now)
