import type { Actor } from '@checkwell/domain/policy';
import type { LiveReader } from '../../modules/live/live.service.ts';

/** For a reader of the live service whose rights never change, and whose connection needs nothing. */
export const authenticatedAs = (actor: Actor): Pick<LiveReader, 'authenticate' | 'keepAlive'> => ({
  keepAlive: () => undefined,
  authenticate: async () => ({ actor, subject: 'test', endsAt: new Date('9999-12-31T00:00:00Z') }),
});
