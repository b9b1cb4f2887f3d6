import { startServer } from './server.ts';

/** A sixth of the demo's size: it still has checks in every state, and is made faster. */
const CHECKS = '3000';

/** Starts one server for all tests; workers get its address by environment variables. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServer({ DEMO_CHECKS: CHECKS });
  process.env.E2E_BASE_URL = server.baseURL;
  process.env.E2E_DATABASE_URL = server.databaseUrl;
  process.env.E2E_SECRET = server.secret;
  return () => server.stop();
}
