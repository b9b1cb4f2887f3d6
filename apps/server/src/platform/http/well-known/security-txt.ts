import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../../config.ts';

interface SecurityTxtOptions {
  readonly config: Pick<Config, 'security' | 'publicUrl' | 'languages'>;
  readonly clock: Clock;
}

/**
 * `GET /.well-known/security.txt` (RFC 9116): who is notified of a weakness. Nothing is there unless somebody is named, nor once the day is over
 * until which that was known to be right: nobody should report to an address that nobody reads.
 */
export function registerSecurityTxt(app: FastifyInstance, { config: { security, publicUrl, languages }, clock }: SecurityTxtOptions): void {
  if (security === null) return;
  const path = '/.well-known/security.txt';
  const lines = [
    `Contact: ${security.contact}`,
    `Expires: ${security.until.toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${publicUrl}${path}`,
  ];
  app.get(path, { config: { public: true }, schema: { hide: true } }, async (_request, reply) => {
    if (clock.now() > security.until) throw new AppError('request.notFound');
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
