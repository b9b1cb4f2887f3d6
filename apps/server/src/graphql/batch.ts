import DataLoader from 'dataloader';

/** What answers for many at once; an id that the answer does not have is null. */
type Load<Item, Value> = (items: readonly Item[]) => Promise<ReadonlyMap<string, Value>>;

interface Asked {
  readonly key: string;
  readonly item: unknown;
}

type Loader = DataLoader<Asked, unknown, string>;
const loaders = new WeakMap<object, Map<string, Loader>>();

/**
 * Fields of many rows that need a row of their own each, asked in one go: what the resolvers of one request ask for in the
 * same turn of the event loop becomes one batch.
 * @param context of the request: two requests, and so two actors, never share a batch
 * @param name of the batch, one for each `load`
 * @returns null for an id that the answer does not have
 */
export const batched = <Value>(context: object, name: string, id: string, load: Load<string, Value>): Promise<Value | null> =>
  batchedItem(context, name, { key: id, item: id }, load);

/**
 * The same for what is asked by more than an id.
 * @param asked the item, and the key under which the answer has its value
 */
export async function batchedItem<Item, Value>(
  context: object,
  name: string,
  asked: { readonly key: string; readonly item: Item },
  load: Load<Item, Value>,
): Promise<Value | null> {
  const ofContext = loaders.get(context) ?? new Map<string, Loader>();
  loaders.set(context, ofContext);
  let loader = ofContext.get(name);
  if (!loader) {
    loader = new DataLoader<Asked, unknown, string>(
      async (batch) => {
        // Who asks in a later turn asks again: a mutation of the same request may have changed the answer.
        ofContext.delete(name);
        const answer = await load(batch.map(({ item }) => item as Item));
        return batch.map(({ key }) => answer.get(key) ?? null);
      },
      // The resolvers of a list do not all start in one turn of the microtasks.
      { cacheKeyFn: ({ key }) => key, batchScheduleFn: setImmediate },
    );
    ofContext.set(name, loader);
  }
  return (await loader.load(asked)) as Value | null;
}

/** The same for what answers with a list; empty for a key that the answer does not have. */
export const batchedList = async <Item, Value>(
  context: object,
  name: string,
  asked: { readonly key: string; readonly item: Item },
  load: Load<Item, readonly Value[]>,
): Promise<Value[]> => [...((await batchedItem(context, name, asked, load)) ?? [])];
