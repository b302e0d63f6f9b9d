value = compute(2)
if ready:
    value = compute(1)
