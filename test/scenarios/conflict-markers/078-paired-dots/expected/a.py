def load(path, strict):
    text = read(path)
    data = parse(text)
    check(data)
    return freeze(data)
