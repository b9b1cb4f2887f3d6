import { fileURLToPath } from 'node:url';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { emitGenerated } from '../../../../scripts/lib/generated.mjs';
import { schema } from './schema.ts';

/** Writes `apps/server/schema.graphql`, the committed text of the schema, which the web's operations are checked against. */
const text = `# Written by npm run generate from apps/server/src. Do not edit.\n${printSchema(lexicographicSortSchema(schema))}\n`;
emitGenerated(fileURLToPath(new URL('../../schema.graphql', import.meta.url)), text);
