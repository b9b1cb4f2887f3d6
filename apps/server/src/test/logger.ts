import type { Log } from '../platform/log.ts';
import { recordLoggedError } from './logged-errors.ts';

type Write = (...parts: readonly unknown[]) => void;

/** A logger with pino's methods. Errors make the test fail; all lines are kept in `lines` for tests of the log. */
export interface TestLogger extends Log {
  readonly level: string;
  readonly lines: readonly { readonly level: string; readonly parts: readonly unknown[] }[];
  readonly fatal: Write;
  readonly error: Write;
  readonly warn: Write;
  readonly info: Write;
  readonly debug: Write;
  readonly trace: Write;
  readonly silent: Write;
  child(): TestLogger;
}

export function testLogger(): TestLogger {
  const lines: { level: string; parts: readonly unknown[] }[] = [];
  const at =
    (level: string): Write =>
    (...parts) => {
      lines.push({ level, parts });
      if (level === 'error' || level === 'fatal') recordLoggedError(...parts);
    };
  const logger: TestLogger = {
    level: 'trace',
    lines,
    fatal: at('fatal'),
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    trace: at('trace'),
    silent: () => undefined,
    child: () => logger,
  };
  return logger;
}
