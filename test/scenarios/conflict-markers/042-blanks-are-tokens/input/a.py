if a in total:
    label = 'a  b'
