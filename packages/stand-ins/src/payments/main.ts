import { startTestProvider, type TestProviderOptions } from './provider.ts';
import type { WebhookFaults } from './webhooks.ts';

/** What the process that started this one says. */
export type FromProduct =
  | { readonly type: 'start'; readonly options: Omit<TestProviderOptions, 'now'> }
  | { readonly type: 'deliverTo'; readonly target: string }
  | { readonly type: 'faults'; readonly faults: WebhookFaults };

/** What this process answers. */
export type ToProduct = { readonly type: 'started'; readonly origin: string } | { readonly type: 'failed'; readonly message: string };

/** The test provider in a process of its own, as a provider is somebody else; it ends with the product, however that ends. */
process.on('disconnect', () => process.exit(0));
// Ctrl+C reaches both: the product ends first, what is under way included.
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
    case 'faults':
      void provider.promise.then(({ webhooks }) => {
        webhooks.faults = message.faults;
      });
      break;
  }
});

function notify(answer: ToProduct): void {
  process.send?.(answer);
}
