import type { FastifyInstance } from 'fastify';
import type { MailEvents } from './events.ts';

const EVENT_LIMIT_BYTES = 256 * 1024;

/** Where a provider of mail says the outcome of mails. */
export async function registerMailEvents(app: FastifyInstance, { mailEvents }: { readonly mailEvents: MailEvents }): Promise<void> {
  await app.register(async (events) => {
    events.removeAllContentTypeParsers();
    events.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    events.post<{ Body: string }>(
      '/v1/api/mails/events',
      { config: { public: true }, bodyLimit: EVENT_LIMIT_BYTES, schema: { hide: true } },
      async function handleEvent(request, reply) {
        await mailEvents.handleProviderEvent(String(request.body ?? ''));
        return reply.code(204).send();
      },
    );
  });
}
