import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** One file of an archive. */
export interface ZipEntry {
  /** Within the archive, with `/` between folders. */
  readonly path: string;
  readonly content: Buffer;
  /** Whether it gets smaller: pictures and PDFs do not. */
  readonly compress: boolean;
}

/**
 * An archive that is written while it is read: one entry is in memory at a time. An error of the entries ends it before its end, so that no
 * reader takes a part for the whole. Destroying the stream leaves the entries.
 * @param entries read as fast as the archive is taken
 * @param mtime is in the archive as the date of each file
 */
export function zipStream(entries: AsyncIterable<ZipEntry>, mtime: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;

  async function write(): Promise<void> {
    for await (const { path, content, compress } of entries) {
      if (output.destroyed) return;
      const source = Readable.from([content], { objectMode: false });
      current = source;
      const taken = new Promise<void>((resolve) => source.once('close', resolve));
      zip.addReadStream(source, path, { mtime, compress });
      // It closes when it is taken, and when it is destroyed with the output.
      await taken;
    }
    zip.end();
  }

  zip.on('error', () => undefined); // the error of the entries says more
  const written = write().catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  output.once('close', () => {
    current?.destroy();
    void written;
  });
  return output;
}
