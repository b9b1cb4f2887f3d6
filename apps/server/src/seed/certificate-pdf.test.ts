import { WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import { employeeMeant } from '@checkwell/reading';
import { openDocumentReader } from '@checkwell/reading/documents/document';
import { describe, expect, test } from 'vitest';
import { inspectContent } from '../platform/document-content/content.ts';
import { testPdfInspector } from '../test/documents/pdf-inspector.ts';
import { type CertificateFacts, certificateFileName, certificatePdf } from './certificate-pdf.ts';

const pdfs = testPdfInspector();

const FACTS: CertificateFacts = {
  firstName: 'Zoë',
  lastName: 'D’Hooghe (Öztürk)',
  address: 'Rue de l’Église 4, 7332 Sirault-œuvres',
  language: 'FR',
  startDate: '2026-11-09',
  endDate: '2026-11-20',
  signedOn: '2026-11-09',
  incapacity: 'Illness',
  isProlongation: false,
  authorizedExit: true,
  doctorName: 'Dr. Lefèvre',
};
const textOf = (facts: Partial<CertificateFacts>) => certificatePdf({ ...FACTS, ...facts }).toString('latin1');

describe('a certificate of the demo', () => {
  test.each(WORKER_LANGUAGES)('is a PDF of about 2 kB that passes the checks of an upload: %s', async (language) => {
    const bytes = certificatePdf({ ...FACTS, language });
    expect(bytes.length).toBeLessThan(2500);
    expect(bytes.equals(certificatePdf({ ...FACTS, language }))).toBe(true);
    const name = certificateFileName({ ...FACTS, language });
    expect(await inspectContent(bytes, name, 'application/pdf', pdfs)).toMatchObject({ mediaType: 'application/pdf' });
    const text = bytes.toString('latin1');
    expect(text).toContain(`/Lang (${language.toLowerCase()})`);
    expect(text).toContain('09/11/2026');
    expect(text).toContain('20/11/2026');
    expect(text).toContain('Dr. Lefèvre');
  });

  test('has correct offsets in its cross-reference table and the correct length of its content', () => {
    const text = textOf({});
    const [, start = ''] = /startxref\n(\d+)/.exec(text) ?? [];
    expect(text.slice(Number(start), Number(start) + 4)).toBe('xref');
    const places = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
    expect(places.length).toBe(7);
    for (const [index, place] of places.entries()) expect(text.slice(place).startsWith(`${index + 1} 0 obj`)).toBe(true);
    const [, length = '', content = ''] = /\/Length (\d+) >>\nstream\n([\s\S]*)\nendstream/.exec(text) ?? [];
    expect(content.length).toBe(Number(length));
  });

  test('writes names unchanged, except for characters that its fonts do not have', () => {
    const text = textOf({});
    expect(text).toContain("D'Hooghe \\(Öztürk\\) Zoë");
    expect(text).toContain("Rue de l'Église 4, 7332 Sirault-oeuvres");
  });

  test('states the type, the cause and the permission to leave home of the certificate', () => {
    expect(textOf({})).toContain('Premier certificat.');
    expect(textOf({ isProlongation: true })).toContain('Prolongation.');
    expect(textOf({ authorizedExit: false })).toContain('ne peut pas quitter son domicile');
    expect(textOf({ incapacity: 'WorkAccident', language: 'NL' })).toContain('Wegens: arbeidsongeval.');
    expect(textOf({ incapacity: 'PrivateAccident', language: 'DE' })).toContain('Wegen: Unfall.');
    expect(textOf({ incapacity: 'SurgicalIntervention', language: 'EN' })).toContain('Because of: illness.');
  });

  test.each(WORKER_LANGUAGES)('is read with the right values, and matched to the right one of two namesakes: %s', async (language) => {
    const facts = { ...FACTS, firstName: 'Leen', lastName: 'Van Damme', doctorName: 'Dr. Vermeersch', language };
    const { fields } = await openDocumentReader({ languageFolder: 'unused: the PDF holds its text' }).read({
      bytes: new Uint8Array(certificatePdf(facts)),
      mediaType: 'application/pdf',
      today: '2026-11-21',
    });
    expect(fields.every(({ gate }) => gate === 'passed')).toBe(true);
    const textsOf = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => String(value));
    expect(['startDate', 'endDate', 'doctorName', 'authorizedExit'].flatMap(textsOf)).toEqual([
      facts.startDate,
      facts.endDate,
      'Dr. Vermeersch',
      'true',
    ]);
    const employee = { employeeFirstName: 'Leen', employeeLastName: 'Van Damme', employeeMatricule: '17', hasNiss: false };
    const [here, elsewhere] = [facts.address, 'Markt 12, 9300 Aalst'].map((employeeAddress) => ({ ...employee, employeeAddress }));
    if (!here || !elsewhere) throw new Error('two namesakes');
    const read = { names: textsOf('workerName'), addresses: textsOf('employeeAddress'), matricules: [] };
    expect(employeeMeant(read, [elsewhere, here])).toEqual({ employee: here, namesakes: [], namesakeCount: 0 });
  });
});
