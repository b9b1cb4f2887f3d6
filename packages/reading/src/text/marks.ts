import { normaliseNiss } from '@checkwell/domain/people/numbers/niss';
import { foldText } from '@checkwell/domain/people/search-text';
import { type FoundName, SEPARATOR } from './people.ts';
import { type ReadText, UNSURE } from './text.ts';

/** What distinguishes people of the same name, as printed on a certificate. */
export interface WorkerMarks {
  /** All of the page: the doctor's may be among them. */
  readonly addresses: readonly string[];
  /** The employer's own number for the person. */
  readonly matricules: readonly string[];
}

const ADDRESS_LABEL = new RegExp(
  `(?<![a-z-])(?:adresse|adres|address|anschrift|domicile|woonplaats|wohnhaft|wohnort|domicilie(?:e)?)${SEPARATOR}`,
  'g',
);
/** An address may continue on a second line. */
const ADDRESS_LINES = 2;

/** The text after each label of an address, to the end of the next line, with single spaces. */
export function addressesIn({ text, folded }: ReadText): readonly FoundName[] {
  return Array.from(folded.matchAll(ADDRESS_LABEL), (match) => {
    const from = match.index + match[0].length;
    const lines = text
      .slice(from, from + 200)
      .split('\n')
      .slice(0, ADDRESS_LINES)
      .join('\n');
    return { name: lines.replace(/\s+/g, ' ').trim(), from, to: from + lines.length };
  }).filter(({ name }) => name !== '' && !name.includes(UNSURE));
}

const MATRICULE = new RegExp(
  `(?<![a-z-])(?:(?:n[o°]?\\.? ?(?:de )?|numero (?:de )?)?matricule|numero du personnel|stamnummer|stamnr|personeelsnummer|personeelsnr|personalnummer|employee (?:number|no\\.?))${SEPARATOR}`,
  'g',
);

/** The employer's own numbers of the worker, after their label. */
export function matriculesIn({ text, folded }: ReadText): readonly FoundName[] {
  return Array.from(folded.matchAll(MATRICULE), (match) => {
    const from = match.index + match[0].length;
    const name = /^[\p{L}\d][\p{L}\d./-]*/u.exec(text.slice(from, from + 40))?.[0] ?? '';
    return { name, from, to: from + name.length };
  }).filter(({ name }) => /\d/.test(name));
}

const NISS = /(?<![\d./-])\d{2}[. ]?\d{2}[. ]?\d{2}[ -]?\d{3}[. ]?\d{2}(?![\d/-]|\.\d)/g;

/** The national register number, eleven digits; null without one or with several. */
export function nissIn({ text }: ReadText): FoundName | null {
  const found = Array.from(text.matchAll(NISS), (match) => ({
    name: normaliseNiss(match[0]) ?? '',
    from: match.index,
    to: match.index + match[0].length,
  })).filter(({ name }) => name !== '');
  const [first] = found;
  return first && found.every(({ name }) => name === first.name) ? first : null;
}

const partsOf = (address: string): readonly string[] =>
  foldText(address)
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

/** A street, a number and a place: fewer parts would also match other people's addresses. */
const FEWEST_PARTS = 3;

/** Whether an address that was read contains every part of an employee's address, in any order. */
export function isAddressOf(employeeAddress: string, read: string): boolean {
  const own = partsOf(employeeAddress);
  const there = new Set(partsOf(read));
  return own.length >= FEWEST_PARTS && own.some((part) => /^\d/.test(part)) && own.every((part) => there.has(part));
}
