import { storedSecret } from '../../apps/server/src/config/secrets.ts';
import { DATABASE_NAME } from '../../apps/server/src/platform/db/roles.ts';
import { type EmbeddedServer, startEmbedded } from '../../apps/server/src/platform/db/set-up/embedded.ts';
import type { Shared } from '../../e2e/support/server.ts';

export interface KeptData extends Shared, Pick<EmbeddedServer, 'ownerUrl'> {}

/** Starts PostgreSQL on the data in `DATA_DIR`, which `npm run seed` made and which is kept. @param bench its name, for the error message */
export async function onKeptData(bench: string, work: (kept: KeptData) => Promise<void>): Promise<void> {
  const dataDir = process.env.DATA_DIR ?? '';
  if (dataDir === '') throw new Error(`Say where the data is: DATA_DIR=… npm run bench -- ${bench}`);
  const log = { info: () => undefined, warn: () => undefined, error: (text: string) => process.stderr.write(`${text}\n`) };
  const postgres = await startEmbedded({ dataDir, log });
  try {
    await work({
      databaseUrl: postgres.ownerUrl(DATABASE_NAME),
      secret: storedSecret(dataDir, 'app-secret'),
      ownerUrl: (database) => postgres.ownerUrl(database),
    });
  } finally {
    await postgres.stop();
  }
}
