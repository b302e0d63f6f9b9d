1
line number two
line number three
line number four
