import * as fc from 'fast-check';

/** The same random inputs in every run, so that a mutant either dies or survives, and never by luck. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_240_229 });
