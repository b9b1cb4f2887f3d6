/** Writes a generated file. With `--check` on the command line, compares it instead and sets exit code 1 if it differs. */
export function emitGenerated(path: string, text: string): void;
