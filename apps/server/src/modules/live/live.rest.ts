import type { IncomingHttpHeaders } from 'node:http';
import { REVOKED_WITHIN_MS } from '@checkwell/domain/identity/sign-in';
import type { LiveMessage } from '@checkwell/domain/live';
import type { FastifyInstance } from 'fastify';
import { contract } from '../../platform/http/json-schema.ts';
import type { Services } from '../../services.ts';
import type { LivePrincipal } from './live.service.ts';

/** How often expired and quiet streams are looked for, and whether notifications of changed rights arrive: half of what they may outlive their end (security.md, S2). */
const SWEEP_MS = REVOKED_WITHIN_MS / 2;
/** A reader that does not read is disconnected; it reconnects and asks for everything again. */
const MAX_UNSENT_BYTES = 64 * 1024;

export interface LiveOptions {
  readonly services: Services;
  /** Who asks, from the request's credentials as they are now. */
  readonly authenticate: (request: { readonly headers: IncomingHttpHeaders }) => Promise<LivePrincipal>;
  readonly sweepMs?: number | undefined;
}

/** `GET /v1/api/live`: server-sent events of what changed among the checks, and their comments, that the caller may read. */
export async function registerLiveRest(
  app: FastifyInstance,
  { services: { live }, authenticate, sweepMs = SWEEP_MS }: LiveOptions,
): Promise<void> {
  const sweeping = setInterval(() => live.sweep(), sweepMs);
  sweeping.unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
  app.get(
    '/v1/api/live',
    {
      exposeHeadRoute: false,
      schema: {
        ...contract({ summary: 'Changes of checks as server-sent events', response: {} }),
        description:
          'Events `check` {topic, companyId, id, version, status}, `comment` {topic, companyId, id, version}, `signUp` and `flag` {topic, companyId: null, id, version}, and `refresh` {topic, companyId: null}: something may have been missed, ask again.',
        produces: ['text/event-stream'],
      },
    },
    async function handleLive(request, reply) {
      const { raw } = reply;
      const end = () => {
        subscription.close();
        if (!raw.writableEnded) raw.end();
      };
      const write = (text: string) => {
        if (raw.writableEnded || raw.destroyed) return;
        raw.write(text);
        if (raw.writableLength > MAX_UNSENT_BYTES) {
          end();
          raw.destroy();
        }
      };
      const subscription = live.open(request.actor, {
        send: ({ event, data }: LiveMessage) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
        keepAlive: () => write(':\n\n'),
        authenticate: () => authenticate({ headers: request.headers }),
        end,
      });

      reply.hijack();
      raw.on('close', end);
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'Content-Type': 'text/event-stream; charset=utf-8',
        'X-Accel-Buffering': 'no', // nginx would hold events back
      });
      write(': welcome\n\n');
    },
  );
}
