import { startServer } from './server.ts';

/** A sixth of the demo has a check in every state too; the whole of it takes as long to make as twenty tests. */
const CHECKS = '3000';

/** One server for all tests; its address goes to the workers by the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServer({ DEMO_CHECKS: CHECKS });
  process.env.E2E_BASE_URL = server.baseURL;
  process.env.E2E_DATABASE_URL = server.databaseUrl;
  process.env.E2E_SECRET = server.secret;
  return () => server.stop();
}
