x
both
y
