class A:
    def run(self):
        return compute(2)


class B:
    def run(self):
        return compute(1)
