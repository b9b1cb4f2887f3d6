/** What Node, PostgreSQL and libraries call a fault, such as `ENOENT`; undefined: it has no code. */
export const errorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
