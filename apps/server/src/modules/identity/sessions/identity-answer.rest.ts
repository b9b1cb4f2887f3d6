import type { FastifyReply } from 'fastify';
import type { WithCookies } from './identity-session-opener.ts';

/** Sets the cookies on the reply. @returns the body */
export function answer<Body>(reply: FastifyReply, { body, cookies }: WithCookies<Body>): Body {
  reply.header('set-cookie', [...cookies]);
  return body;
}
