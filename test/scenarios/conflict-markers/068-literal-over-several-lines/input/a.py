class Page:
    def text(self):
        return render(self.title)
