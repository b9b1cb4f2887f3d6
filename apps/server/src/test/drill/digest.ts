import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { createBackup } from '../../platform/db/backup/backup.ts';
import { DATABASE_NAME } from '../../platform/db/roles.ts';
import { startEmbedded } from '../../platform/db/set-up/embedded.ts';
import type { Log } from '../../platform/log.ts';

/**
 * `node digest.ts DATA_DIR BACKUP_DIR [DATABASE_URL] [archive]`: prints a digest of each table and each file of an installation, to compare two
 * points in time. With `archive` it first waits until the write-ahead log up to now is archived.
 */
const [dataDir = '', backupDir = '', ...rest] = process.argv.slice(2);
const archive = rest.includes('archive');
const url = rest.find((word) => word.startsWith('postgres:'));
const log: Log = { info() {}, warn() {}, error: (message) => void process.stderr.write(`${message}\n`) };

if (url === undefined) {
  const archiveDir = createBackup({ dataDir, backupDir }).folder.wal;
  const server = await startEmbedded({ dataDir, log, archiveDir });
  try {
    await print(server.ownerUrl(DATABASE_NAME));
  } finally {
    await server.stop();
  }
} else await print(url);

async function print(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `select schemaname as schema, tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`,
    );
    const figures: Record<string, string> = {};
    for (const { schema, name } of tables) {
      const table = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
      const { rows } = await client.query<{ figure: string }>(
        `select count(*) || ' rows, ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '-') as figure from ${table} t`,
      );
      figures[`${schema}.${name}`] = rows[0]?.figure ?? '';
    }
    if (archive) await archived(client);
    process.stdout.write(JSON.stringify({ ...figures, ...filesOf(join(dataDir, 'files')) }));
  } finally {
    await client.end();
  }
}

async function archived(client: Client): Promise<void> {
  const { rows } = await client.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment');
  const segment = rows[0]?.segment ?? '';
  for (;;) {
    const { rows: done } = await client.query<{ last: string | null }>('select last_archived_wal as last from pg_stat_archiver');
    if ((done[0]?.last ?? '') >= segment) return;
    await client.query('select pg_sleep(0.1)');
  }
}

function filesOf(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(
    files.sort().map((name) => [
      `file ${name}`,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}
