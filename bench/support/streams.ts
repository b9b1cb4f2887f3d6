import { type Agent, type ClientRequest, request } from 'node:http';

const AT_ONCE = 20;

/** Runs the work for all items with limited concurrency. @returns the results in the order of the items */
export async function inParts<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, item] of queue) results[index] = await work(item, index);
    }),
  );
  return results;
}

/** Opens a live stream. Resolves at its first data. @param onText called with all data */
export function openStream(
  address: string,
  headers: Readonly<Record<string, string>>,
  agent: Agent,
  onText: (text: string) => void = () => undefined,
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const stream = request(`${address}/v1/api/live`, { headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`A stream was answered with ${response.statusCode}.`));
      response
        .setEncoding('utf8')
        .on('data', onText)
        .once('data', () => resolve(stream))
        .on('error', () => undefined);
    });
    stream.on('error', reject).end();
  });
}
