import { startTestProvider, type TestProviderOptions } from './provider.ts';

/** Messages from the product's process, which started this one. */
export type FromProduct =
  | { readonly type: 'start'; readonly options: Omit<TestProviderOptions, 'now'> }
  | { readonly type: 'deliverTo'; readonly target: string };

/** The answer to `start`. */
export type ToProduct = { readonly type: 'started'; readonly origin: string } | { readonly type: 'failed'; readonly message: string };

/** Runs the test provider in its own process, because a real provider is a separate system. It ends whenever the product's process ends. */
process.on('disconnect', () => process.exit(0));
// Ctrl+C reaches both processes. The product ends first and finishes its open requests, so this process ignores the signal.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

const provider = Promise.withResolvers<Awaited<ReturnType<typeof startTestProvider>>>();
process.on('message', (message: FromProduct) => {
  switch (message.type) {
    case 'start':
      startTestProvider({ ...message.options, now: () => new Date() }).then(
        (started) => {
          provider.resolve(started);
          notify({ type: 'started', origin: started.origin });
        },
        (error: unknown) => notify({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
      );
      break;
    case 'deliverTo':
      void provider.promise.then(({ webhooks }) => {
        webhooks.target = message.target;
      });
      break;
  }
});

function notify(answer: ToProduct): void {
  process.send?.(answer);
}
