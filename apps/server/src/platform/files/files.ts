/**
 * Where documents are kept, by name. What `put` has acknowledged survives a crash of the process and of the machine.
 * Names come from `newFileKey` alone: nobody outside can guess or choose one.
 */
export interface FileStore {
  /** @throws {AppError} `document.storageFull` */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** @throws {FileMissing} */
  get(key: string): Promise<Buffer>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Every file that is older than the instant, unfinished ones included. */
  olderThan(instant: Date): AsyncIterable<StoredFile>;
  /** Rejects when nothing could be kept now. @throws {NotReady} `full` when the disk is the reason */
  ready(): Promise<void>;
}

export interface StoredFile {
  readonly key: string;
  /** A draft that was never finished; its key names nothing. */
  readonly unfinished: boolean;
}

export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}
