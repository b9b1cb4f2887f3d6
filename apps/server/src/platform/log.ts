/**
 * What parts of the server that start before the HTTP server need of a logger; pino and Fastify's logger fit.
 * Never hand it personal data.
 */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
