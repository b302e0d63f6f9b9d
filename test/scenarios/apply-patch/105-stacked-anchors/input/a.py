class A:
    def run(self):
        return compute(1)


class B:
    def run(self):
        return compute(1)
