/**
 * A test that logs an error fails: `setup.ts` looks here after each test.
 * Errors that a test provokes on purpose are taken out with `takeLoggedErrors`.
 */
const logged: string[] = [];

export function recordLoggedError(...parts: readonly unknown[]): void {
  logged.push(parts.map(describe).join(' '));
}

/** What was logged as an error since the last call; the test then answers for it. */
export function takeLoggedErrors(): string[] {
  return logged.splice(0);
}

function describe(part: unknown): string {
  if (part instanceof Error) return part.stack ?? part.message;
  if (typeof part !== 'object' || part === null) return String(part);
  return JSON.stringify(part, (_, value: unknown) => (value instanceof Error ? describe(value) : value));
}
