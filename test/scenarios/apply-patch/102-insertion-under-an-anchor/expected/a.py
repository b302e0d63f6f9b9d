def one():
    return compute(1)


def two():
    check()
    return compute(1)
