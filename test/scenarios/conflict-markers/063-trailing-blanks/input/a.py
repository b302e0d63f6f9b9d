def total(items):  
    result = 0	
    return result
