import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { emitGenerated } from '../../../../../../scripts/lib/generated.mjs';
import { runProgram } from '../../program.ts';
import { startThrowAway } from './embedded.ts';
import { migrate } from './migrate.ts';
import { describeTables } from './tables-source.ts';

/** Writes `tables.gen.ts` from a fresh database with all migrations. */
await runProgram(async () => {
  const log = { info: () => undefined, warn: () => undefined, error: (message: string) => process.stderr.write(`${message}\n`) };
  const server = await startThrowAway({ log });
  try {
    const ownerUrl = server.ownerUrl('postgres');
    await migrate({ ownerUrl, config: { appSecret: 'for a database that lives a second' }, log });
    const client = new Client({ connectionString: ownerUrl });
    await client.connect();
    const text = await describeTables(client);
    await client.end();
    emitGenerated(fileURLToPath(new URL('../tables.gen.ts', import.meta.url)), text);
  } finally {
    await server.stop();
  }
});
