import { isDictionary, type PdfEntry, type PdfTree, type Qpdf, UnreadablePdf } from '../qpdf/qpdf.ts';

/**
 * A PDF may hold several documents: each time that a program saves "incrementally" it puts changes and a new cross-reference
 * section behind what is there, and the section names the earlier one. Readers show the last, others on demand ("view the
 * signed version"), and a reader that finds a table damaged takes whatever looks like an object anywhere in the file.
 * So each section is read, and no object, packed object or trailer may be left that none of them has.
 */

/** More revisions than anybody signs or comments a certificate. */
const MAX_SECTIONS = 32;

const BLANK = String.raw`[\0\t\n\f\r ]`;
/** Blanks and short comments; a long one is no gap between two numbers. */
const GAP = String.raw`(?:${BLANK}|%[^\r\n]{0,255}[\r\n])+`;
const OBJECT_HEAD = new RegExp(String.raw`(?<!\d)\d+${GAP}\d+${GAP}obj`, 'g');
const TRAILER_HEAD = new RegExp(`trailer(?:${GAP})?<<`, 'g');
const SECTION_PLACE = new RegExp(String.raw`startxref${GAP}(\d+)`, 'g');
const NOT_BLANK = /[^\0\t\n\f\r ]/g;
/** Some programs write one behind a cross-reference stream as well. Without a root it opens nothing. */
const ROOTLESS = new RegExp(`trailer(?:${GAP})?<<(?:(?!<<|>>|/Root|#)[^]){0,1000}>>(?:${GAP})?startxref`, 'y');
/** What is between the head of a table and its trailer: numbers, and `n` or `f` behind each. */
const TABLE = /^[\0\t\n\f\r ]*xref[\0\t\n\f\r 0-9nf]*$/;

/**
 * The object trees of all revisions, the last one first.
 * @throws {UnreadablePdf} damaged, locked, or with objects that belong to no revision
 */
export async function readAllRevisions(file: Buffer, qpdf: Qpdf): Promise<readonly PdfTree[]> {
  const text = file.toString('latin1');
  const last = await qpdf.read(file);
  const trees = [last];
  const sections = new Set<number>();
  const places = [...text.matchAll(SECTION_PLACE)].map((match) => Number(match[1]));
  const lastPlace = places.at(-1);
  const open = [...places, ...earlierThan(last)];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (sections.has(place) || place >= text.length) continue;
    sections.add(place);
    if (sections.size > MAX_SECTIONS) throw new UnreadablePdf('too many revisions');
    if (place === lastPlace) continue;
    const tree = await readSection(file, place, qpdf);
    if (!tree) continue;
    trees.push(tree);
    open.push(...earlierThan(tree));
  }
  refuseHidden(text, trees, sections);
  return trees;
}

/** Earlier sections that a trailer names: the one before it, and the one for readers that know object streams. */
const earlierThan = ({ trailer }: PdfTree): number[] =>
  [trailer['/Prev'], trailer['/XRefStm']].filter((place): place is number => typeof place === 'number');

/** The file as it is seen from one of its sections; undefined where that is not whole by itself, as in files for the web. */
async function readSection(file: Buffer, place: number, qpdf: Qpdf): Promise<PdfTree | undefined> {
  try {
    return await qpdf.read(Buffer.concat([file, Buffer.from(`\nstartxref\n${place}\n%%EOF\n`, 'latin1')]));
  } catch (error) {
    if (error instanceof UnreadablePdf) return undefined;
    throw error;
  }
}

function refuseHidden(text: string, trees: readonly PdfTree[], sections: ReadonlySet<number>): void {
  const known = new Set<number>();
  for (const place of [
    ...sections,
    ...trees.flatMap(({ entries }) => entries.flatMap((entry) => (entry.kind === 'offset' ? [entry.offset] : []))),
  ]) {
    NOT_BLANK.lastIndex = place;
    known.add(NOT_BLANK.exec(text)?.index ?? place);
  }
  for (const { index } of text.matchAll(OBJECT_HEAD)) {
    if (!known.has(index) && !isComment(text, index)) throw new UnreadablePdf('an object that no cross-reference section has');
  }
  for (const { index } of text.matchAll(TRAILER_HEAD)) {
    const section = Math.max(...[...sections].filter((place) => place < index));
    if (TABLE.test(text.slice(section, index))) continue;
    ROOTLESS.lastIndex = index;
    if (!ROOTLESS.test(text)) throw new UnreadablePdf('a trailer without a cross-reference section');
  }
  refuseHiddenInStreams(trees);
}

/** Programs that search a damaged file for objects do it line by line; pdfTeX writes their numbers in comments. */
function isComment(text: string, index: number): boolean {
  const line = Math.max(text.lastIndexOf('\n', index), text.lastIndexOf('\r', index)) + 1;
  return /^[\0\t\f ]*%/.test(text.slice(line, index));
}

/** Each object that an object stream says it holds must be one that some section takes from it. */
function refuseHiddenInStreams(trees: readonly PdfTree[]): void {
  const declared = new Map<number, number>();
  const taken = new Map<number, Set<number>>();
  for (const { objects, entries } of trees) {
    const offsets = new Map(entries.flatMap((entry) => (entry.kind === 'offset' ? [[entry.ref, entry.offset] as const] : [])));
    for (const [ref, offset] of offsets) {
      const { value } = objects.get(ref) ?? {};
      if (!isDictionary(value) || value['/Type'] !== '/ObjStm') continue;
      const count = value['/N'];
      if (typeof count !== 'number') throw new UnreadablePdf('an object stream that does not say what it holds');
      declared.set(offset, count);
    }
    for (const entry of entries) if (entry.kind === 'inStream') take(taken, offsets.get(entry.stream), entry);
  }
  for (const [offset, count] of declared) {
    if ((taken.get(offset)?.size ?? 0) < count) throw new UnreadablePdf('an object in a stream that no cross-reference section has');
  }
}

function take(taken: Map<number, Set<number>>, offset: number | undefined, { index }: Extract<PdfEntry, { kind: 'inStream' }>): void {
  if (offset === undefined) throw new UnreadablePdf('an object in a stream that is not there');
  taken.set(offset, (taken.get(offset) ?? new Set()).add(index));
}
