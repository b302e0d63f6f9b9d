x
<<<<<<< HEAD
one
=======
two
>>>>>>> feature
y
