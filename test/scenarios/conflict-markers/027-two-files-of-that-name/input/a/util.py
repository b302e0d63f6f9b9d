line number one
line number two
line number three
line number four
