value = compute(1)
if ready:
    value = compute(1)
