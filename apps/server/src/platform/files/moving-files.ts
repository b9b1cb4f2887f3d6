import { FileMissing, FileOutcomes, type FileStore } from './files.ts';

/**
 * One store of two, while files move from the one to the other (docs/decisions/0104): what is new goes to `to`, and what is read, removed or looked for by
 * its age is so in both.
 */
export function movingFiles({ from, to }: { readonly from: FileStore; readonly to: FileStore }): FileStore {
  const outcomes = new FileOutcomes();
  return {
    kind: 's3',
    put: (key, bytes) => outcomes.of('put', () => to.put(key, bytes)),
    get: (key) =>
      outcomes.of('get', async () => {
        // A file that moves between the first two looks is found by the third.
        for (const store of [to, from]) {
          try {
            return await store.get(key);
          } catch (error) {
            if (!(error instanceof FileMissing)) throw error;
          }
        }
        return to.get(key);
      }),
    remove: (key) =>
      outcomes.of('remove', async () => {
        await from.remove(key);
        await to.remove(key);
      }),
    discardDraft: (key) => to.discardDraft(key),
    async *olderThan(instant) {
      yield* from.olderThan(instant);
      yield* to.olderThan(instant);
    },
    async ready() {
      await from.ready();
      await to.ready();
    },
    onOutcome(listener) {
      outcomes.listen(listener);
      for (const store of [from, to])
        store.onOutcome((operation, outcome) => {
          if (operation === 'list') listener(operation, outcome);
        });
    },
  };
}
