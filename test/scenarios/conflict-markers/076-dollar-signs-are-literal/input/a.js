const text = replaceAll(input);
