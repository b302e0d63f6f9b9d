nothing like it
