if a:
    value = compute(1)
    if b:
        value = compute(1)
