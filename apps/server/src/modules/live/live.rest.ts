import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@checkwell/domain/errors';
import { REVOKED_WITHIN_MS } from '@checkwell/domain/identity/sign-in';
import type { Actor } from '@checkwell/domain/policy';
import type { FastifyInstance } from 'fastify';
import { contract } from '../../platform/http/json-schema.ts';
import type { Log } from '../../platform/log.ts';
import type { Services } from '../../services.ts';
import type { LiveMessage } from './live.service.ts';

/** A comment this often keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000;
/**
 * How often a stream asks whether its session lives and what its rights are: half of what they may outlive their end (security.md, S2).
 * It asks the database itself: what other requests may remember for a moment would come on top.
 */
const RECHECK_MS = REVOKED_WITHIN_MS / 2;
/** A reader that does not read is let go; it comes back and asks for everything again. */
const MOST_UNSENT_BYTES = 64 * 1024;

export interface LiveOptions {
  readonly services: Services;
  /** Who asks, from the request's credentials as they are now. */
  readonly authenticate: (request: { readonly headers: IncomingHttpHeaders; readonly fresh: true }) => Promise<Actor>;
  readonly log: Log;
  readonly recheckMs?: number | undefined;
}

/** `GET /v1/api/live`: server-sent events of what changed among the checks that the caller may read. */
export async function registerLiveRest(
  app: FastifyInstance,
  { services: { live }, authenticate, log, recheckMs = RECHECK_MS }: LiveOptions,
): Promise<void> {
  app.get(
    '/v1/api/live',
    {
      exposeHeadRoute: false,
      config: { unlimited: true },
      schema: {
        ...contract({ summary: 'Changes of checks as server-sent events', response: {} }),
        description:
          'Events `check` {topic, companyId, id, version, status}, `signUp` and `flag` {topic, companyId: null, id, version}, and `refresh` {topic, companyId: null}: something may have been missed, ask again.',
        produces: ['text/event-stream'],
      },
    },
    async function handleLive(request, reply) {
      const { raw } = reply;
      let timers: NodeJS.Timeout[] = [];
      const end = () => {
        for (const timer of timers) clearInterval(timer);
        timers = [];
        subscription.close();
        if (!raw.writableEnded) raw.end();
      };
      const write = (text: string) => {
        if (raw.writableEnded || raw.destroyed) return;
        raw.write(text);
        if (raw.writableLength > MOST_UNSENT_BYTES) {
          end();
          raw.destroy();
        }
      };
      const subscription = live.open(request.actor, {
        send: ({ event, data }: LiveMessage) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
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
      const recheck = async () => {
        try {
          subscription.actor = await authenticate({ headers: request.headers, fresh: true });
        } catch (error) {
          // Only what the credentials lost ends the stream; a database that is away must not (specification, section 8).
          if (error instanceof AppError && error.status < 500) end();
          else log.warn('The rights of a live stream could not be checked again; it goes on for now.');
        }
      };
      timers = [setInterval(() => write(': still here\n\n'), HEARTBEAT_MS), setInterval(() => void recheck(), recheckMs)];
    },
  );
}
