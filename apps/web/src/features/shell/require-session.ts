import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { session } from '../../lib/session/session.ts';

/**
 * Lets signed-in people into the shell; anybody else goes to the sign-in page and comes back afterwards.
 * Loaders inside the shell get the result as `context.queryClient`; pages outside the shell do not load that code.
 */
export async function requireSession(href: string): Promise<{ queryClient: QueryClient }> {
  if ((await session.settle()) !== 'signedIn') {
    session.setReturnPath(href);
    throw redirect({ to: '/' });
  }
  return { queryClient: (await import('../../lib/api/query-client.ts')).queryClient };
}
