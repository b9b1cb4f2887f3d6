import { StartupError } from '../config.ts';

/**
 * Runs a program's main function. What the person at the terminal can mend (a `StartupError`) is shown as its one sentence;
 * anything else is a fault of ours and comes with its stack. Both end with exit code 1.
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
