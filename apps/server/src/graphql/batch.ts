/**
 * Fields of many rows that need a row of their own each, asked in one go: what the resolvers of one request ask for in the
 * same turn of the event loop becomes one question.
 */
type Load<Value> = (ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

interface Waiting {
  readonly ids: Set<string>;
  readonly answer: Promise<ReadonlyMap<string, unknown>>;
}

const waiting = new WeakMap<object, Map<string, Waiting>>();

/**
 * @param context of the request: two requests, and so two actors, never share a question
 * @param name of the question, one for each `load`
 * @returns null for an id that the answer does not have
 */
export async function batched<Value>(context: object, name: string, id: string, load: Load<Value>): Promise<Value | null> {
  const questions = waiting.get(context) ?? new Map<string, Waiting>();
  waiting.set(context, questions);
  let question = questions.get(name);
  if (!question) {
    const ids = new Set<string>();
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      questions.delete(name);
      return load([...ids]);
    });
    question = { ids, answer };
    questions.set(name, question);
  }
  question.ids.add(id);
  return ((await question.answer).get(id) as Value | undefined) ?? null;
}
