import { parseArgs } from 'node:util';
import { StartupError } from '../config/startup-error.ts';

/**
 * The command-line options of a program, each with a value.
 * @param usage the whole command, shown with the error
 * @throws {StartupError} for an unknown option, and for an option without a value
 */
export function readOptions<Name extends string>(
  names: readonly Name[],
  usage: string,
  typed = process.argv.slice(2),
): Readonly<Partial<Record<Name, string>>> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
    return parseArgs({ args: typed, options }).values as Partial<Record<Name, string>>;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new StartupError(`${error.message.replace(/\.$/, '')}. Usage: ${usage}`);
  }
}

/**
 * The single argument of a program, such as a file.
 * @param usage the whole command, shown as the error
 * @throws {StartupError} for no argument, for several, and for options
 */
export function readArgument(usage: string, typed = process.argv.slice(2)): string {
  const [argument, ...others] = typed;
  if (argument === undefined || argument.startsWith('-') || others.length > 0) throw new StartupError(`Usage: ${usage}`);
  return argument;
}

/**
 * Runs a program's main function. For an error that the person at the terminal can fix (a `StartupError`) only its message is printed;
 * any other error is printed with its stack. Both end the process with exit code 1.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const text = error instanceof StartupError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}
