def one():
    return compute(1)


def two():
    return compute(1)
