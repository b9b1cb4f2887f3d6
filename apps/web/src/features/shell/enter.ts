import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { session } from '../../lib/session/session.ts';

/**
 * Lets signed-in people into the shell; anybody else goes to the sign-in page and comes back afterwards.
 * Loaders inside the shell get what it returns as `context.queryClient`; pages outside do without its weight.
 */
export async function enterShell(href: string): Promise<{ queryClient: QueryClient }> {
  if ((await session.settle()) !== 'signedIn') {
    session.setReturnPath(href);
    throw redirect({ to: '/' });
  }
  return { queryClient: (await import('../../lib/api/query-client.ts')).queryClient };
}
