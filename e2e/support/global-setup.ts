import { startServer } from './server.ts';

/** One server for all tests; its address goes to the workers by the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServer();
  process.env.E2E_BASE_URL = server.baseURL;
  process.env.E2E_DATABASE_URL = server.databaseUrl;
  process.env.E2E_SECRET = server.secret;
  return () => server.stop();
}
