const text = input.replace(/a/g, "$& $` $' $$ $1 \\1");
