import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * The options of a script, as `parseArgs` gives them. `--help` prints the usage and ends with 0; an option that there is
 * not is named, with the usage, and ends with 2.
 */
export function scriptOptions<T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${usage.trimEnd()}\n`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${said}\n${usage.trimEnd()}\n`);
    return process.exit(2);
  }
}
