import { expect, it } from 'vitest';
import { downloadName } from './file-name.ts';

it.each([
  [
    { what: 'Rapports de contrôle', company: 'Brasserie d’Été & Fils SRL', extension: 'csv' },
    'checkwell-rapports-de-controle-brasserie-dete-fils-srl-2026-11-22.csv',
  ],
  [{ what: 'Factuur 2026-000042', company: 'Łódź', extension: 'pdf' }, 'checkwell-factuur-2026-000042-odz-2026-11-22.pdf'],
  [{ what: 'Employees', company: null, extension: 'xlsx' }, 'checkwell-employees-2026-11-22.xlsx'],
  [{ what: 'Employees', company: '../\u202e株式会社', extension: 'xlsx' }, 'checkwell-employees-2026-11-22.xlsx'],
  [{ what: 'x', company: `${'a'.repeat(59)} b`, extension: 'pdf' }, `checkwell-x-${'a'.repeat(59)}-2026-11-22.pdf`],
])('%j is called %s', (file, name) => {
  expect(downloadName({ ...file, day: '2026-11-22' })).toBe(name);
});
