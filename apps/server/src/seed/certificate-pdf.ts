import type { IncapacityType } from '@checkwell/domain/certificate/enums';
import type { CalendarDay } from '@checkwell/domain/clock';
import type { WorkerLanguage } from '@checkwell/domain/people/enums';

/** Content of a certificate in the demo. */
export interface CertificateFacts {
  readonly firstName: string;
  readonly lastName: string;
  readonly address: string;
  readonly language: WorkerLanguage;
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly signedOn: CalendarDay;
  readonly incapacity: IncapacityType;
  readonly isProlongation: boolean;
  readonly authorizedExit: boolean;
  /** With title, as on the row. */
  readonly doctorName: string;
}

interface Words {
  readonly title: string;
  readonly undersigned: string;
  readonly patient: string;
  readonly address: string;
  readonly period: (from: string, to: string) => string;
  readonly cause: string;
  readonly causes: Readonly<Record<'illness' | 'accident' | 'workAccident', string>>;
  readonly kind: readonly [first: string, prolongation: string];
  readonly exit: readonly [allowed: string, forbidden: string];
  readonly signed: (day: string) => string;
  readonly sample: string;
}

/** Wording of certificates in Belgium. An employer may not learn more about the cause than these words say. */
const WORDS: Readonly<Record<WorkerLanguage, Words>> = {
  NL: {
    title: 'GETUIGSCHRIFT VAN ARBEIDSONGESCHIKTHEID',
    undersigned: 'Ondergetekende, doctor in de geneeskunde, verklaart te hebben ondervraagd en onderzocht:',
    patient: 'Naam',
    address: 'Adres',
    period: (from, to) => `Is arbeidsongeschikt van ${from} tot en met ${to}.`,
    cause: 'Wegens',
    causes: { illness: 'ziekte', accident: 'ongeval', workAccident: 'arbeidsongeval' },
    kind: ['Eerste attest.', 'Verlenging.'],
    exit: ['De patiënt mag de woning verlaten.', 'De patiënt mag de woning niet verlaten.'],
    signed: (day) => `Opgemaakt op ${day}`,
    sample: 'Voorbeeld bij de demo: deze personen bestaan niet.',
  },
  FR: {
    title: "CERTIFICAT D'INCAPACITÉ DE TRAVAIL",
    undersigned: 'Je soussigné(e), docteur en médecine, certifie avoir interrogé et examiné :',
    patient: 'Nom',
    address: 'Adresse',
    period: (from, to) => `Est en incapacité de travail du ${from} au ${to} inclus.`,
    cause: 'Pour cause de',
    causes: { illness: 'maladie', accident: 'accident', workAccident: 'accident du travail' },
    kind: ['Premier certificat.', 'Prolongation.'],
    exit: ['Le patient peut quitter son domicile.', 'Le patient ne peut pas quitter son domicile.'],
    signed: (day) => `Fait le ${day}`,
    sample: "Exemple de la démo : ces personnes n'existent pas.",
  },
  EN: {
    title: 'CERTIFICATE OF INCAPACITY FOR WORK',
    undersigned: 'I, the undersigned, doctor of medicine, certify that I have questioned and examined:',
    patient: 'Name',
    address: 'Address',
    period: (from, to) => `Is unfit for work from ${from} to ${to} inclusive.`,
    cause: 'Because of',
    causes: { illness: 'illness', accident: 'an accident', workAccident: 'an accident at work' },
    kind: ['First certificate.', 'Prolongation.'],
    exit: ['The patient may leave the home.', 'The patient may not leave the home.'],
    signed: (day) => `Signed on ${day}`,
    sample: 'Sample of the demo: these people do not exist.',
  },
  DE: {
    title: 'ARBEITSUNFÄHIGKEITSBESCHEINIGUNG',
    undersigned: 'Der/die Unterzeichnete, Doktor der Medizin, bescheinigt, befragt und untersucht zu haben:',
    patient: 'Name',
    address: 'Adresse',
    period: (from, to) => `Ist arbeitsunfähig vom ${from} bis einschließlich ${to}.`,
    cause: 'Wegen',
    causes: { illness: 'Krankheit', accident: 'Unfall', workAccident: 'Arbeitsunfall' },
    kind: ['Erstbescheinigung.', 'Verlängerung.'],
    exit: ['Der Patient darf die Wohnung verlassen.', 'Der Patient darf die Wohnung nicht verlassen.'],
    signed: (day) => `Ausgestellt am ${day}`,
    sample: 'Muster der Demo: Diese Personen gibt es nicht.',
  },
};

/** Name of the file; it does not contain the worker's name. */
export const certificateFileName = ({ language, startDate }: CertificateFacts): string =>
  `${{ NL: 'attest', FR: 'certificat', EN: 'certificate', DE: 'attest' }[language]}-${startDate}.pdf`;

const dayText = (day: CalendarDay): string => day.split('-').reverse().join('/');

function causeOf({ incapacity, language }: CertificateFacts): string {
  const { causes } = WORDS[language];
  if (incapacity === 'WorkAccident' || incapacity === 'AccidentOnTheWayToWork') return causes.workAccident;
  return incapacity === 'PrivateAccident' ? causes.accident : causes.illness;
}

/** A certificate on one page, about 2 kB: the same bytes for the same facts. */
export function certificatePdf(facts: CertificateFacts): Buffer {
  const words = WORDS[facts.language];
  const lines: readonly Line[] = [
    { text: words.title, y: 770, size: 15, bold: true },
    { text: words.undersigned, y: 725 },
    { text: `${words.patient}: ${facts.lastName} ${facts.firstName}`, y: 690, bold: true },
    { text: `${words.address}: ${facts.address}`, y: 672 },
    { text: words.period(dayText(facts.startDate), dayText(facts.endDate)), y: 630, bold: true },
    { text: `${words.cause}: ${causeOf(facts)}. ${words.kind[facts.isProlongation ? 1 : 0]}`, y: 608 },
    { text: words.exit[facts.authorizedExit ? 0 : 1], y: 586 },
    { text: words.signed(dayText(facts.signedOn)), y: 520 },
    { text: facts.doctorName, y: 502 },
    { text: words.sample, y: 60, size: 8 },
  ];
  return pdfOf(lines, { title: words.title, language: facts.language.toLowerCase() });
}

interface Line {
  readonly text: string;
  /** Distance from the lower edge, in points. */
  readonly y: number;
  readonly size?: number;
  readonly bold?: boolean;
}

const LEFT_EDGE = 60;
const USUAL_SIZE = 11;

/** One A4 page in fonts that every viewer has. Written without a library, because thousands are made while a person waits for the demo. */
function pdfOf(lines: readonly Line[], { title, language }: { readonly title: string; readonly language: string }): Buffer {
  const content = lines
    .map(
      ({ text, y, size = USUAL_SIZE, bold = false }) => `BT /${bold ? 'B' : 'R'} ${size} Tf ${LEFT_EDGE} ${y} Td ${pdfString(text)} Tj ET`,
    )
    .join('\n');
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /R 4 0 R /B 5 0 R >> >> /Contents 6 0 R >>',
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Title ${pdfString(title)} >>`,
  ];
  let body = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}

/** Replacements for characters of names and places that Latin-1, the encoding of the fonts, does not have. */
const OUTSIDE_LATIN_1: Readonly<Record<string, string>> = { '’': "'", '‘': "'", '–': '-', œ: 'oe', Œ: 'OE' };

/** A literal string of PDF, one byte for each character. */
function pdfString(text: string): string {
  const plain = text
    .normalize()
    .replace(
      /[^\u0020-\u007e\u00a0-\u00ff]/g,
      (letter) => OUTSIDE_LATIN_1[letter] ?? letter.normalize('NFD').replace(/[^\u0020-\u007e]/g, ''),
    );
  return `(${plain.replace(/[\\()]/g, '\\$&')})`;
}
