import type { Config } from './config.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { createLogger, type Logger } from './platform/http/logger.ts';
import { toStartupError } from './platform/to-startup-error.ts';

/** The logger of a command, which prints its own messages. */
const errorsOnly = (config: Config): Logger => createLogger({ ...config, logLevel: 'error' });

/**
 * Opens the database of the installation for a command, and always closes it.
 * @throws {StartupError} for errors that the user of the command can fix
 */
export async function withDatabase(
  config: Config,
  work: (db: Database, log: Logger) => Promise<void>,
  log: Logger = errorsOnly(config),
): Promise<void> {
  const db = await openDatabase(config, { log });
  try {
    await work(db, log);
  } catch (error) {
    throw toStartupError(error, config.dataDir, db);
  } finally {
    await db.close();
  }
}
