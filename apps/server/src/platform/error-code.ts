/** The code of an error of Node, PostgreSQL or a library, such as `ENOENT`; undefined: it has none. */
export const errorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
