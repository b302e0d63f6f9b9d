the first line of it
the second line of it
