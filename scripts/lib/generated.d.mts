/** Writes a generated file; with `--check` on the command line it compares instead, and a difference makes the program fail. */
export function emitGenerated(path: string, text: string): void;
