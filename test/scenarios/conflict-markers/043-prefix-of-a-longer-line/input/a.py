total = price
total = price_with_tax(order, rate)
return total
