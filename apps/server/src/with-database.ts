import type { Config } from './config.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { createLogger, type Logger } from './platform/http/logger.ts';
import { startupFault } from './platform/startup-fault.ts';

/** The log of a program at a terminal, whose own sentences say what happens. */
const errorsOnly = (config: Config): Logger => createLogger({ ...config, logLevel: 'error' });

/**
 * Opens the database of the installation for a program beside the server, and closes it whatever happens.
 * @throws {StartupError} where the person at the terminal can fix what is wrong
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
    throw startupFault(error, config.dataDir, db);
  } finally {
    await db.close();
  }
}
