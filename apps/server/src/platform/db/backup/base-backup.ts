import type { Writable } from 'node:stream';
import { Client, type Connection, type Submittable } from 'pg';

/** Where a base backup begins and ends in the write-ahead log. */
export interface BaseBackupRange {
  /** Position such as `0/2000028`. */
  readonly startLsn: string;
  readonly endLsn: string;
  readonly timeline: number;
}

/**
 * Copies the whole cluster of a running server over the replication protocol, as `pg_basebackup` does: its client programs are not part of
 * the embedded PostgreSQL, and those of a distribution refuse a newer server.
 *
 * The archive contains the write-ahead log that makes it consistent, so it can be restored by itself. The server verifies its own
 * checksums while it reads.
 * @param url login with the right to replicate: the owner of the embedded cluster has it
 * @param archive takes the uncompressed tar file of the cluster; ended when all is written
 * @param manifest takes the backup manifest (sizes and SHA-256 of all files); ended when all is written
 * @throws {DatabaseError} among others 42501 (no right to replicate), 28000 (pg_hba.conf does not let this login replicate)
 * @see https://www.postgresql.org/docs/18/protocol-replication.html#PROTOCOL-REPLICATION-BASE-BACKUP
 */
export async function streamBaseBackup({
  url,
  archive,
  manifest,
}: {
  readonly url: string;
  readonly archive: Writable;
  readonly manifest: Writable;
}): Promise<BaseBackupRange> {
  const client = new Client(replicationOptions(url));
  client.on('error', () => undefined); // the command that waits for it rejects
  try {
    await client.connect();
    const command = new BaseBackupCommand(archive, manifest);
    client.query(command);
    const range = await command.done;
    archive.end();
    manifest.end();
    return range;
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    archive.destroy(cause);
    manifest.destroy(cause);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** `replication` is passed on to the server at the start of the connection; the types of `pg` do not know it. */
function replicationOptions(url: string) {
  return { connectionString: url, application_name: 'checkwell backup', connectionTimeoutMillis: 10_000, replication: 'database' };
}

const COMMAND =
  "BASE_BACKUP (LABEL 'checkwell', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', VERIFY_CHECKSUMS true)";

/** The result sets of BASE_BACKUP: start; tablespaces; the stream of files; end. */
class BaseBackupCommand implements Submittable {
  readonly done: Promise<BaseBackupRange>;
  readonly #settle = Promise.withResolvers<BaseBackupRange>();
  readonly #archive: Writable;
  readonly #manifest: Writable;
  readonly #rows: (readonly string[])[] = [];
  #target: Writable | undefined;
  #connection: Connection | undefined;
  #waits = false;

  constructor(archive: Writable, manifest: Writable) {
    this.done = this.#settle.promise;
    this.#archive = archive;
    this.#manifest = manifest;
    // A full disk: nothing more can be kept, so the connection ends too.
    for (const target of [archive, manifest]) target.once('error', (error) => this.#fail(error));
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.once('end', () => this.#settle.reject(new Error('The connection ended before the backup was whole.')));
    connection.query(COMMAND);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}

  handleDataRow({ fields }: { fields: readonly string[] }): void {
    this.#rows.push(fields);
  }

  /** The first byte says what the rest is: a new archive, the manifest, data, or progress. */
  handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    if (kind === 'n') {
      if (this.#target !== undefined) this.#fail(new Error('The cluster has tablespaces of its own, which are not backed up.'));
      this.#target = this.#archive;
    } else if (kind === 'm') this.#target = this.#manifest;
    else if (kind === 'd' && this.#target && !this.#target.destroyed) {
      const target = this.#target;
      // A copy: the parser of the protocol uses its buffer again.
      if (target.write(Buffer.from(chunk.subarray(1))) || this.#waits) return;
      // What was read already still comes; the rest waits.
      this.#waits = true;
      connection.stream.pause();
      target.once('drain', () => {
        this.#waits = false;
        connection.stream.resume();
      });
    }
  }

  handleError(error: Error): void {
    this.#settle.reject(error);
  }

  handleReadyForQuery(): void {
    const [startLsn, timeline] = this.#rows[0] ?? [];
    const [endLsn] = this.#rows.at(-1) ?? [];
    if (startLsn === undefined || endLsn === undefined) this.#settle.reject(new Error('The server sent no backup.'));
    else this.#settle.resolve({ startLsn, endLsn, timeline: Number(timeline) });
  }

  #fail(error: Error): void {
    this.#settle.reject(error);
    this.#connection?.stream.destroy();
  }
}
