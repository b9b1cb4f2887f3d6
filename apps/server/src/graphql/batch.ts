/**
 * Fields of many rows that need a row of their own each, asked in one go: what the resolvers of one request ask for in the
 * same turn of the event loop becomes one question.
 */
type Load<Item, Value> = (items: readonly Item[]) => Promise<ReadonlyMap<string, Value>>;

interface Waiting {
  readonly items: Map<string, unknown>;
  readonly answer: Promise<ReadonlyMap<string, unknown>>;
}

const waiting = new WeakMap<object, Map<string, Waiting>>();

/**
 * @param context of the request: two requests, and so two actors, never share a question
 * @param name of the question, one for each `load`
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
  { key, item }: { readonly key: string; readonly item: Item },
  load: Load<Item, Value>,
): Promise<Value | null> {
  const questions = waiting.get(context) ?? new Map<string, Waiting>();
  waiting.set(context, questions);
  let question = questions.get(name);
  if (!question) {
    const items = new Map<string, Item>();
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      questions.delete(name);
      return load([...items.values()]);
    });
    question = { items, answer };
    questions.set(name, question);
  }
  question.items.set(key, item);
  return ((await question.answer).get(key) as Value | undefined) ?? null;
}
