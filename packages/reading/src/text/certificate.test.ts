import { addDays, type CalendarDay, lengthInDays } from '@checkwell/domain/clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CertificateText, type ReadValues, readCertificate } from './certificate.ts';
import { isAddressOf } from './marks.ts';
import { printedLines, type ReadWord } from './print.ts';
import type { ReadingEngine, ReadLine } from './text.ts';

const TODAY = '2026-03-16';
const read = (text: string, engine: ReadingEngine = 'pdfText'): CertificateText =>
  readCertificate(
    text.split('\n').map((line): ReadLine => ({ text: line, words: [] })),
    { today: TODAY, engine },
  );
const valuesOf = ({ fields }: CertificateText) =>
  Object.fromEntries(fields.filter(({ gate }) => gate === 'passed').map(({ name, value }) => [name, value])) as Partial<ReadValues>;

const FRENCH = `CERTIFICAT D'INCAPACITÉ DE TRAVAIL
Je soussigné, docteur en médecine, certifie avoir examiné
Nom et prénom : LEFÈVRE Amélie
Date de naissance : 23/07/1984
et la déclare incapable de travailler du 12/03/2026 au 20/03/2026 inclus.
Sorties autorisées : ☒ oui ☐ non
Fait à Namur, le 12/03/2026
Dr. Benoît Charlier
INAMI 1-12345-67-004`;

describe('a certificate', () => {
  it('in French', () => {
    const result = read(FRENCH);
    expect(result).toMatchObject({ language: 'FR', gate: 'passed' });
    expect(valuesOf(result)).toEqual({
      startDate: '2026-03-12',
      endDate: '2026-03-20',
      signedOn: '2026-03-12',
      workerName: 'LEFÈVRE Amélie',
      doctorName: 'Dr. Benoît Charlier',
      inamiNumber: '11234567004',
      authorizedExit: true,
    });
  });

  it('in Dutch, in the words of a letter', () => {
    const result = read(`Dr. K. CLAESSENS      RIZIV 1/12345/67/004
Gent, 16 maart 2026
Hierbij verklaar ik dat mevrouw Sofie Van den Bossche arbeidsongeschikt is wegens ziekte
van maandag 16 maart tot en
met 20 maart 2026. De patiënt mag de woning niet verlaten.`);
    expect(result).toMatchObject({ language: 'NL', gate: 'passed' });
    expect(valuesOf(result)).toEqual({
      startDate: '2026-03-16',
      endDate: '2026-03-20',
      signedOn: '2026-03-16',
      workerName: 'Sofie Van den Bossche',
      doctorName: 'Dr. K. Claessens',
      inamiNumber: '11234567004',
      authorizedExit: false,
      incapacityReason: 'Illness',
    });
  });

  it('in German, in two columns', () => {
    const result = read(`ARBEITSUNFÄHIGKEITSBESCHEINIGUNG
Dr. med. Monika Pauels      Name : Schröder
Allgemeinmedizin            Vorname : Jürgen
Der Patient ist arbeitsunfähig vom 12.03.2026 bis einschließlich 13.03.2026.
Ausgang erlaubt : ja ☐  nein ☒
Ausgestellt am : 12.03.2026`);
    expect(valuesOf(result)).toEqual({
      startDate: '2026-03-12',
      endDate: '2026-03-13',
      signedOn: '2026-03-12',
      workerName: 'Schröder Jürgen',
      doctorName: 'Dr. Monika Pauels',
      authorizedExit: false,
    });
  });

  it('in English', () => {
    const result = read(`I hereby certify that Mr Daniel O’Connor (born 23/07/1984) is unable to work for health reasons
from March 12, 2026 up to and including March 20, 2026.
Date of issue: 12 March 2026
Dr Emily Carver
Allowed to leave home: [x] yes [ ] no`);
    expect(valuesOf(result)).toEqual({
      startDate: '2026-03-12',
      endDate: '2026-03-20',
      signedOn: '2026-03-12',
      workerName: "Daniel O'Connor",
      doctorName: 'Dr. Emily Carver',
      authorizedExit: true,
    });
  });
});

/** How each language writes a period; {0} and {1} are its days. */
const PHRASES = [
  'du {0} au {1} inclus',
  "à partir du {0} jusqu'au {1}",
  'Du : {0}\nJusqu’au : {1}',
  'Date de début   {0}\nDate de fin   {1}',
  'van {0} tot en met {1}',
  'vanaf {0} t/m {1}',
  'Begindatum: {0}   Einddatum: {1}',
  'vom {0} bis einschließlich {1}',
  'ab dem {0} bis zum {1}',
  'from {0} to {1} inclusive',
  'Période : {0} - {1}',
];
const slashed = (day: CalendarDay) => day.split('-').reverse().join('/');

describe('the period', () => {
  it('is found in every phrase, for any two days', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PHRASES),
        fc.integer({ min: -60, max: 60 }),
        fc.integer({ min: 0, max: 91 }),
        (phrase, from, length) => {
          const startDate = addDays(TODAY, from);
          const endDate = addDays(startDate, length);
          const text = `Certificat. Date de naissance : 01/02/1980. ${phrase.replace('{0}', slashed(startDate)).replace('{1}', slashed(endDate))}. Maladie`;
          expect(valuesOf(read(text))).toMatchObject({ startDate, endDate });
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['two periods', 'Maladie : incapable du 01/03/2026 au 08/03/2026. Hospitalisé du 02/03/2026 au 05/03/2026.', 'ambiguous'],
    ['a period with a second end', 'Maladie : incapable du 01/03/2026 au 08/03/2026, prolongée jusqu’au 15/03/2026.', 'ambiguous'],
    ['a start without an end', 'Maladie : incapable à partir du 01/03/2026.', 'notFound'],
    ['dates with other words between them', 'Maladie. Vu le 01/03/2026 au cabinet, puis le 08/03/2026.', 'notFound'],
    ['a day that does not exist', 'Maladie : incapable du 30/02/2026 au 08/03/2026.', 'notFound'],
    ['dates with an unreadable word between them', 'Maladie : incapable du 01/03/2026 ¿ 08/03/2026.', 'notFound'],
    ['an invoice', 'Facture : loyer pour la période du 01/03/2026 au 31/03/2026.', 'otherDocument'],
    ['a blank page', '', 'otherDocument'],
  ])('is not taken from %s', (_name, text, gate) => {
    expect(read(text)).toMatchObject({ gate, fields: [] });
  });

  it('decides about the whole document: if it does not pass, no field does', () => {
    const late = read(FRENCH.replaceAll('2026', '2025'));
    expect(late.gate).toBe('farFromToday');
    expect(late.fields.length).toBeGreaterThan(5);
    expect(valuesOf(late)).toEqual({});
  });

  it('may appear twice, in different forms', () => {
    expect(valuesOf(read(`${FRENCH}\nIncapacité du 12 mars 2026 au 20 mars 2026`))).toMatchObject({
      startDate: '2026-03-12',
      endDate: '2026-03-20',
    });
  });
});

describe('the signature', () => {
  it.each([
    ['Fait à Namur, le 12/03/2026', '2026-03-12'],
    ['Opgemaakt te Gent op 12 maart 2026', '2026-03-12'],
    ['Ausgestellt in Eupen am 12.03.2026', '2026-03-12'],
    ['Done in Brussels on 12 March 2026', '2026-03-12'],
    ['Date : 12/03/2026', '2026-03-12'],
    ['Datum attest   12-3-26', '2026-03-12'],
    ['Namur, le 12 mars 2026', '2026-03-12'],
    ['Né le 12/03/2026', undefined],
    ['Imprimé le 12/03/2026', undefined],
  ])('in %s: %s', (line, day) => {
    expect(valuesOf(read(`Maladie : incapable du 10/03/2026 au 12/03/2026 inclus.\n${line}`)).signedOn).toBe(day);
  });

  it('is required in a picture, and must be readable where its label is there', () => {
    const unsigned = FRENCH.replace('Fait à Namur, le 12/03/2026\n', '');
    expect(read(unsigned).gate).toBe('passed');
    expect(read(unsigned, 'ocr').gate).toBe('unsigned');
    expect(read(FRENCH.replace('le 12/03/2026', 'le ¿')).gate).toBe('unsigned');
  });
});

describe('people', () => {
  const withLine = (line: string, engine?: ReadingEngine) => read(FRENCH.replace('Nom et prénom : LEFÈVRE Amélie', line), engine);

  it.each([
    ['Nom : Lefèvre   Prénom : Amélie Marie', 'Lefèvre Amélie Marie'],
    ['Patiënt : Van den Bossche Wout (°1984)', 'Van den Bossche Wout'],
    ["Naam en voornaam : D'Hooghe Joris, geboren te Gent", "D'Hooghe Joris"],
    ['Madame/Monsieur Jean-\nLuc Delvaux', 'Jean-Luc Delvaux'],
    ['Herr Jürgen Schröder ist', 'Jürgen Schröder'],
    ['Name and first name   O’Connor Daniel', "O'Connor Daniel"],
    ['Nom et prénom : ¿ Amélie', undefined],
    ['Nom et prénom : Lefèvre', undefined],
    ['Nom et prénom :', undefined],
  ])('%s: %s', (line, name) => {
    expect(valuesOf(withLine(line)).workerName).toBe(name);
  });

  it.each([
    ['Dr. Vermeersch', 'Dr. Vermeersch'],
    ['Docteur De Backer', 'Dr. De Backer'],
    ['Dokter VAN DEN BERGHE', 'Dr. Van Den Berghe'],
    ['Dokter Haekstraat', undefined],
    ['Rue du Docteur Roux', undefined],
    ['DOKTER IN DE GENEESKUNDE', undefined],
    ['Dr. Vermeersch, huisarts en echtgenote', undefined],
    ['Dr. V.', undefined],
    ['Dr. ¿', undefined],
    ['Dr. Vermeersch\nDr. Claessens', undefined],
  ])('a doctor may be named by the family name alone, in a line of its own: %s', (line, name) => {
    expect(valuesOf(read(FRENCH.replace('Dr. Benoît Charlier', line))).doctorName).toBe(name);
  });

  it('are distinguished by address, employee number and national register number', () => {
    const { fields } = withLine(`Nom : Lefèvre Amélie   NISS : 85.07.30-033.28
Adresse : Rue Neuve 5
1000 Bruxelles
N° de matricule : E-0042`);
    const all = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => value);
    expect(all('employeeAddress')).toEqual(['Rue Neuve 5 1000 Bruxelles']);
    expect(all('employeeMatricule')).toEqual(['E-0042']);
    expect(all('workerNISS')).toEqual(['85073003328']);
    expect(isAddressOf('Rue Neuve 5, 1000 Bruxelles', 'RUE NEUVE 5 1000 BRUXELLES Date')).toBe(true);
    expect(isAddressOf('Rue Neuve 5, 1000 Bruxelles', 'Rue Neuve 15 1000 Bruxelles')).toBe(false);
    expect(isAddressOf('Bruxelles 1000', 'Rue Neuve 5 1000 Bruxelles')).toBe(false);
  });

  it('no doctor is read when several are named', () => {
    expect(valuesOf(read(`${FRENCH}\nDr. Sophie Marchal`)).doctorName).toBeUndefined();
    expect(valuesOf(read(`${FRENCH}\nDr. Benoît Charlier`)).doctorName).toBe('Dr. Benoît Charlier');
  });

  it('a doctor from character recognition needs high confidence and a complete stamp', () => {
    const recognised = (confidence: number, text = FRENCH) => {
      const lines = text.split('\n').map((line) => ({ text: line, words: [{ from: 0, to: line.length, confidence }] }));
      return valuesOf(readCertificate(lines, { today: TODAY, engine: 'ocr' })).doctorName;
    };
    expect(recognised(95)).toBe('Dr. Benoît Charlier');
    expect(recognised(85)).toBeUndefined();
    expect(recognised(95, FRENCH.replace('INAMI 1-12345-67-004', 'INAMI'))).toBeUndefined();
  });
});

describe('leaving home', () => {
  const exit = (line: string, engine?: ReadingEngine) =>
    valuesOf(read(FRENCH.replace('Sorties autorisées : ☒ oui ☐ non', line), engine)).authorizedExit;

  it.each([
    ['Sorties autorisées : ☒ oui ☐ non', true],
    ['Sorties autorisées : ☐ oui ☒ non', false],
    ['Sorties : oui ☐ non ☒', false],
    ['Sorties : ☐ autorisées ☒ interdites', false],
    ['Sorties autorisées : ☐ oui ☐ non', undefined],
    ['Sorties autorisées : ☒ oui ☒ non', undefined],
    ['Verlaten van de woning : ☑ toegestaan ☐ niet toegestaan', true],
    ['Het verlaten van de woning is [ ] toegelaten [x] niet toegelaten', false],
    ['Ausgang : ☐ erlaubt ☒ nicht erlaubt', false],
    ['Le patient peut quitter son domicile.', true],
    ['Le patient ne peut pas quitter son domicile.', false],
    ['Le patient ne peut quitter son domicile.', false],
    ["Le patient n'est pas autorisé à quitter son domicile.", false],
    ['Les sorties ne sont pas autorisées.', false],
    ['Der Patient darf die Wohnung nicht verlassen.', false],
    ['The patient is not allowed to leave the house.', false],
    ['The patient may not leave home.', false],
    ['Cause : ☒ maladie ☐ accident', undefined],
  ])('%s: %s', (line, answer) => {
    expect(exit(line)).toBe(answer);
  });

  it('is not read from a picture', () => {
    expect(exit('Sorties autorisées : ☒ oui ☐ non', 'ocr')).toBeUndefined();
  });
});

describe('the cause, and whether it is the first certificate', () => {
  const said = (line: string, engine?: ReadingEngine) => {
    const { incapacityReason, certifType } = valuesOf(read(`${FRENCH.replace('Sorties autorisées : ☒ oui ☐ non\n', '')}\n${line}`, engine));
    return [incapacityReason, certifType];
  };

  it.each([
    ['Cause : ☒ maladie ☐ accident', 'Illness'],
    ['Cause : ☐ maladie   ☒ accident du travail   ☐ accident privé', 'WorkAccident'],
    ['Wegens: ☐ ziekte ☒ privé-ongeval ☐ beroepsziekte', 'PrivateAccident'],
    ['Reden: [ ] ziekte [x] arbeidsongeval [ ] ongeval op weg naar het werk', 'WorkAccident'],
    ['Ursache :   ☐ Krankheit\n   ☒ Berufskrankheit', 'OccupationalIllness'],
    ['maladie ☐ hospitalisation ☒', 'Hospitalization'],
    ['Incapacité pour cause de maladie.', 'Illness'],
    ['Pour cause de: maladie. Premier certificat.', 'Illness'],
    ['suite à un accident du travail', 'WorkAccident'],
    ['arbeidsongeschikt wegens ziekte', 'Illness'],
    ['unfit because of an accident at work', 'WorkAccident'],
    ['Reason: maternity leave', 'MaternityLeave'],
    ['Cause : ☐ maladie ☐ accident', undefined],
    ['Cause : ☒ maladie ☒ accident du travail', undefined],
    ['Cause : ☐ maladie ☒ accident', undefined], // at work or not?
    ['Cause : ☐ maladie ☒ autre', undefined],
    ['☒ maladie', undefined],
    ['Cause : maladie / accident', undefined],
    ['wegens ziekte of ongeval (schrappen wat niet past)', undefined],
    ['wegens ziekte. Gevolg van een arbeidsongeval? wegens arbeidsongeval', undefined],
    ['Cause : ☐ maladie ☒ accident du travail Sorties : oui ☐ non ☒', undefined],
    ['☐ maladie ☒ accident du travail ☐', undefined],
    ['Caisse d’assurance maladie', undefined],
  ])('%s: %s', (line, reason) => {
    expect(said(line)[0]).toBe(reason);
  });

  it.each([
    ['☒ Premier certificat ☐ Prolongation ☐ Rechute', 'FirstCertificate'],
    ['Il s’agit : ☐ d’un début ☒ d’une prolongation', 'Prolongation'],
    ['☐ eerste attest   ☐ verlenging   ☒ herval', 'Relapse'],
    ['Wegens: ziekte. Verlenging.', 'Prolongation'],
    ['ERSTBESCHEINIGUNG', 'FirstCertificate'],
    ['Il s’agit d’une rechute.', 'Relapse'],
    ['Type of certificate: extension', 'Prolongation'],
    ['☐ eerste attest ☐ verlenging', undefined],
    ['Prolongation possible après un nouvel examen', undefined],
    ['Premier certificat.\nProlongation.', undefined],
  ])('%s: %s', (line, type) => {
    expect(said(line)[1]).toBe(type);
  });

  it('are not read from a picture', () => {
    expect(said('Cause : ☒ maladie ☐ accident\n☒ Premier certificat ☐ Prolongation', 'ocr')).toEqual([undefined, undefined]);
  });
});

describe('printed words', () => {
  const word = (text: string, change: Partial<ReadWord> = {}): ReadWord => ({ text, confidence: 95, height: 20, gap: 8, ...change });
  const line = (...words: readonly ReadWord[]): string => printedLines([[word('ordinary'), word('print')], words])[1]?.text ?? '';

  it('are kept, and wide gaps separate columns', () => {
    expect(line(word('from', { gap: 0 }), word('12/03/2026'), word('Patient', { gap: 60 }))).toBe('from 12/03/2026   Patient');
  });

  it('exclude stains, which are marked inside a line and left out at its ends', () => {
    const stain = word('§', { confidence: 20 });
    expect(line(stain, word('from'), stain, word('to'), stain)).toBe('from ¿ to');
    expect(printedLines([[stain]])).toEqual([]);
  });

  it.each<[string, Partial<ReadWord>, string]>([
    ['as tall as the words around it', { height: 28 }, 'from 12/03/2026 to'],
    ['taller than they are', { height: 40 }, 'from ¿ to'],
    ['shorter than they are', { height: 8 }, 'from ¿ to'],
    ['blurred', { confidence: 75 }, 'from ¿ to'],
  ])('accept or reject a number that is %s', (_name, change, text) => {
    expect(line(word('from', { gap: 0 }), word('12/03/2026', change), word('to'))).toBe(text);
  });
});

describe('any text', () => {
  it('is read without an error, and only plausible periods pass', () => {
    const snippet = fc.oneof(
      fc.constantFrom(
        'du ',
        ' au ',
        'van ',
        ' tot en met ',
        'Fait à Namur, le ',
        'maladie ',
        'Nom : ',
        'Dr. ',
        '\n',
        '   ',
        '¿',
        '☒ ',
        'oui ',
      ),
      fc.integer({ min: -120, max: 120 }).map((days) => slashed(addDays(TODAY, days))),
      fc.string({ maxLength: 12, unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(snippet, { maxLength: 40 }), fc.constantFrom('pdfText' as const, 'ocr' as const), (snippets, engine) => {
        const { startDate, endDate } = valuesOf(read(snippets.join(''), engine));
        if (startDate === undefined || endDate === undefined) return;
        expect(endDate >= startDate && lengthInDays(startDate, endDate) <= 92).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
