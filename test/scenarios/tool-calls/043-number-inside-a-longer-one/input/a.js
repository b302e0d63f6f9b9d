const maximum = 100;
