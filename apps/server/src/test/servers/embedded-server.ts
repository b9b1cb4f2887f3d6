import { startEmbedded, startThrowAway } from '../../platform/db/set-up/embedded.ts';

/**
 * A separate process with the embedded PostgreSQL, for tests that kill it:
 * `node embedded-server.ts <data folder>` or `node embedded-server.ts throw-away`.
 * Prints one line of JSON when it is ready; stops the server when its input ends.
 */
const [dataDir = 'throw-away'] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const server = dataDir === 'throw-away' ? await startThrowAway({ log }) : await startEmbedded({ dataDir, log, patienceMs: 1000 });
process.stdout.write(`${JSON.stringify({ url: server.ownerUrl('postgres'), adopted: server.adopted })}\n`);
process.stdin.resume();
process.stdin.once('end', async () => {
  await server.stop();
  process.exit(0);
});
