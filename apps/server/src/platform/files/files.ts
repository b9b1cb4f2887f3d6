import { v4 } from 'uuid';

/**
 * Where documents are kept, by name. What `put` has acknowledged survives a crash of the process and of the machine.
 * Names come from `newFileKey` alone: nobody outside can guess or choose one.
 */
export interface FileStore {
  /** `disk`: below DATA_DIR; `s3`: in a bucket, all or, while they move, some. */
  readonly kind: 'disk' | 's3';
  /**
   * Keeps bytes under a name that nothing has yet; nothing is ever overwritten.
   * @throws {AppError} `document.storageFull`, `document.storeUnavailable`
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** @throws {FileMissing} @throws {AppError} `document.storeUnavailable` */
  get(key: string): Promise<Buffer>;
  /** Removing what is not there is no error. @throws {AppError} `document.storeUnavailable` */
  remove(key: string): Promise<void>;
  /** Removes what a writer that was killed has left of this name; only for who knows that nobody writes it. */
  discardDraft(key: string): Promise<void>;
  /** Every file that is older than the instant, unfinished ones included. */
  olderThan(instant: Date): AsyncIterable<StoredFile>;
  /** Rejects when nothing could be kept now. @throws {NotReady} `full` when the disk is the reason */
  ready(): Promise<void>;
  /** Calls the listener after each operation. */
  onOutcome(listener: (operation: FileOperation, outcome: FileOutcome) => void): void;
}

export type FileOperation = 'put' | 'get' | 'remove' | 'list';
export type FileOutcome = 'done' | 'missing' | 'failed';

export interface StoredFile {
  readonly key: string;
  /** A draft that was never finished; its key names nothing. */
  readonly unfinished: boolean;
}

export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}

/** A name that says nothing, not even when it was made. */
export const newFileKey = (): string => v4();

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isFileKey = (text: string): boolean => KEY.test(text);

/** @throws {Error} for what `newFileKey` has not made: it never becomes a path */
export function checkedFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error('This is no name of a stored file.');
  return key;
}

/** Tells listeners how operations end. */
export class FileOutcomes {
  readonly #listeners: ((operation: FileOperation, outcome: FileOutcome) => void)[] = [];

  readonly listen = (listener: (operation: FileOperation, outcome: FileOutcome) => void): void => {
    this.#listeners.push(listener);
  };

  /** Does the work, and tells how it ended. */
  async of<Result>(operation: FileOperation, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      this.#notify(operation, 'done');
      return result;
    } catch (error) {
      this.#notify(operation, error instanceof FileMissing ? 'missing' : 'failed');
      throw error;
    }
  }

  #notify(operation: FileOperation, outcome: FileOutcome): void {
    for (const listener of this.#listeners) listener(operation, outcome);
  }
}

/** Names among `keys` that the store does not have. */
export async function missingFiles(files: Pick<FileStore, 'olderThan'>, keys: readonly string[]): Promise<readonly string[]> {
  const missing = new Set(keys);
  // A day ahead of this clock: the one of the store may be another.
  for await (const { key, unfinished } of files.olderThan(new Date(Date.now() + 86_400_000))) if (!unfinished) missing.delete(key);
  return [...missing];
}
