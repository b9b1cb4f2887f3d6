/**
 * A test that logs an error fails: `setup.ts` reads the errors after each test.
 * A test that expects errors takes them with `takeLoggedErrors`.
 */
const logged: string[] = [];

export function recordLoggedError(...parts: readonly unknown[]): void {
  logged.push(parts.map(describe).join(' '));
}

/** The errors logged since the last call; they no longer make the test fail. */
export function takeLoggedErrors(): string[] {
  return logged.splice(0);
}

function describe(part: unknown): string {
  if (part instanceof Error) return part.stack ?? part.message;
  if (typeof part !== 'object' || part === null) return String(part);
  return JSON.stringify(part, (_, value: unknown) => (value instanceof Error ? describe(value) : value));
}
