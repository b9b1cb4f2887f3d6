import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const codegen = path.join(import.meta.dirname, '../codegen.ts');

/** A process of its own: bundled into Vite's configuration, the generator would meet two copies of `graphql`. */
const generate = () => promisify(execFile)(process.execPath, [codegen]);

/** Keeps the generated operations in step with their sources during build and development. */
export function graphqlOperations(): Plugin {
  return {
    name: 'checkwell:graphql-operations',
    async buildStart() {
      await generate();
    },
    configureServer(server) {
      server.watcher.on('change', (file) => {
        if (file.endsWith('.graphql')) void generate().catch((error: unknown) => server.config.logger.error(String(error)));
      });
    },
  };
}
