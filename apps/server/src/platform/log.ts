/**
 * The part of a logger that is needed before the HTTP server starts; pino and Fastify's logger implement it.
 * Never log personal data.
 */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
