import { chmodSync, cpSync, createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { extract } from 'tar';
import { streamBaseBackup } from '../../platform/db/backup/base-backup.ts';
import { giveAllTo } from '../../platform/db/backup/unpack.ts';
import { type EmbeddedServer, startEmbedded } from '../../platform/db/set-up/embedded.ts';
import { prepareInstallation } from '../../platform/db/set-up/native.ts';
import { cleanUp } from '../cleanup.ts';
import { testFolder } from '../folder.ts';
import { testLogger } from '../logger.ts';

export interface Replicated {
  readonly primary: EmbeddedServer;
  readonly standby: EmbeddedServer;
  /** Starts the standby again after it was stopped, at the same address. */
  restartStandby(): Promise<EmbeddedServer>;
}

/**
 * A new PostgreSQL and a standby with streaming replication, set up as in docs/operations/replica.md.
 * @param prepare fills the primary before the standby is made
 */
export async function replicatedServer(prepare: (primary: EmbeddedServer) => Promise<void>): Promise<Replicated> {
  const log = testLogger();
  const folder = testFolder('replicated');
  for (const path of [folder, dirname(folder)]) chmodSync(path, 0o711);
  const primary = await startEmbedded({ dataDir: join(folder, 'primary'), log });
  cleanUp(() => primary.stop());
  await prepare(primary);

  const dataDir = join(folder, 'standby');
  mkdirSync(dataDir, { mode: 0o711 });
  cpSync(join(folder, 'primary', 'secrets'), join(dataDir, 'secrets'), { recursive: true });
  const installation = prepareInstallation(dataDir, log);
  const cluster = join(installation.baseDir, 'postgres');
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  const archive = createWriteStream(join(folder, 'base.tar'));
  const manifest = createWriteStream(join(folder, 'manifest'));
  await streamBaseBackup({ url: primary.ownerUrl('postgres'), archive, manifest });
  await Promise.all([archive, manifest].map((stream) => finished(stream)));
  await extract({ file: join(folder, 'base.tar'), cwd: cluster, strict: true, preserveOwner: false });
  const { hostname, port, username, password } = new URL(primary.ownerUrl('postgres'));
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\nmax_standby_streaming_delay = 0\n`,
  );
  writeFileSync(join(cluster, 'standby.signal'), '', { mode: 0o600 });
  writeFileSync(join(cluster, 'checkwell.port'), '0', { mode: 0o600 });
  chmodSync(cluster, 0o700);
  await giveAllTo(installation.account, cluster);
  let standby = await startEmbedded({ dataDir, log });
  cleanUp(() => standby.stop());
  return {
    primary,
    get standby() {
      return standby;
    },
    async restartStandby() {
      standby = await startEmbedded({ dataDir, log });
      return standby;
    },
  };
}
