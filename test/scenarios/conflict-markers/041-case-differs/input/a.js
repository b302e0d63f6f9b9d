const userName = readName();
