/**
 * Health check of a container, without curl: exit code 0 when this container's process is alive. It requests /healthz, not /readyz: a container
 * engine restarts unhealthy containers, which does not help when the database is down.
 */
const { ROLES = 'web', PORT = '3000', HEALTH_PORT = '3001' } = process.env;
const port = /\bweb\b/i.test(ROLES) ? PORT : HEALTH_PORT;
const lives = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = lives ? 0 : 1;
