import type { Clock } from '@checkwell/domain/clock';
import type { Config } from '../../../config.ts';
import { isThisMachine } from '../../network.ts';
import type { TestIssuer } from './test-issuer/issuer.ts';

/**
 * Where no tenant is configured, an issuer for trying things out takes Microsoft's place, so that its button works in development, demo
 * and tests. Never in production, as it lets everybody be anybody; and only where the browser runs on this machine, as it listens to no
 * other. Production does not even load it.
 */
export async function standInForMicrosoft(
  { microsoft, environment, roles, publicUrl }: Pick<Config, 'microsoft' | 'environment' | 'roles' | 'publicUrl'>,
  clock: Clock,
): Promise<TestIssuer | undefined> {
  const { hostname, port } = new URL(publicUrl);
  if (microsoft || environment === 'production' || !roles.has('web') || !isThisMachine(hostname) || port === '0') return undefined;
  const { startTestIssuer } = await import('./test-issuer/issuer.ts');
  return startTestIssuer({ clock, redirectUri: `${publicUrl}/microsoft` });
}
