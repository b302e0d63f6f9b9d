def load(path):
    text = read(path)
    data = parse(text)
    check(data)
    return data


def save(path):
    text = read(path)
    data = parse(text)
    check(data)
    return data
