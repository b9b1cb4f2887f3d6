import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { systemClock } from './platform/clock/system-clock.ts';
import type { Database } from './platform/db/database.ts';
import type { Logger } from './platform/http/logger.ts';
import type { Services } from './services.ts';
import { withDatabase } from './with-database.ts';

/** Creates the services of the product for a command, without an open port, and closes them. Throws like `withDatabase`. */
export async function withServices(
  config: Config,
  work: (services: Services, db: Database) => Promise<void>,
  given?: Logger,
): Promise<void> {
  await withDatabase(
    config,
    async (db, log) => {
      const { services, shutdown } = await buildApp({ config, db, clock: systemClock, log });
      try {
        await work(services, db);
      } finally {
        await shutdown.stop();
      }
    },
    given,
  );
}
