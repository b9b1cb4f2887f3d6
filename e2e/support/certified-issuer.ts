import type { TestInfo } from '@playwright/test';
import { DEMO_PASSWORD } from '../../apps/server/src/seed/accounts.ts';
import type { CertifiedIssuer } from '../../apps/server/src/test/servers/certified-issuer.ts';
import { type RunningServer, startBeside } from './server.ts';

/** The project whose tests sign in at a certified OpenID provider: `playwright.config.ts`. */
export const CERTIFIED = 'certified issuer';

export interface Certified {
  readonly issuer: CertifiedIssuer;
  readonly server: RunningServer;
}

export const isCertified = ({ project }: Pick<TestInfo, 'project'>): boolean => project.name === CERTIFIED;

/** Starts a provider, and a server on the shared database that is configured for it. */
export async function startCertified(): Promise<Certified & { stop(): Promise<void> }> {
  // Loaded dynamically, because most tests need no provider.
  const { startCertifiedIssuer } = await import('../../apps/server/src/test/servers/certified-issuer.ts');
  let issuer: CertifiedIssuer | undefined;
  const audience = 'api://checkwell';
  const shared = { databaseUrl: process.env.E2E_DATABASE_URL ?? '', secret: process.env.E2E_SECRET ?? '' };
  const server = await startBeside(shared, async (baseURL) => {
    issuer = await startCertifiedIssuer({ redirectUri: `${baseURL}/microsoft`, password: DEMO_PASSWORD, audience });
    return {
      ROLES: 'web',
      MICROSOFT_AUTHORITY: issuer.authority,
      MICROSOFT_TENANT_ID: issuer.tenant,
      MICROSOFT_CLIENT_ID: issuer.clientId,
      MICROSOFT_CLIENT_SECRET: issuer.clientSecret,
      IDENTITY_ISSUER: issuer.issuer,
      IDENTITY_AUDIENCE: audience,
      IDENTITY_JWKS_URL: issuer.jwksUrl,
      IDENTITY_ALGORITHM: 'RS256',
    };
  });
  if (!issuer) throw new Error('No issuer was started.');
  const started = issuer;
  return { issuer, server, stop: () => server.stop().then(() => started.stop()) };
}
