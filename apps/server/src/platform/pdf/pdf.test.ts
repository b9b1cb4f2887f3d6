import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { nightly } from '../../test/nightly.ts';
import { type PdfDocument, renderPdf } from './pdf.ts';

const NOW = new Date('2026-03-02T08:00:00Z');

const sample: PdfDocument = {
  language: 'fr',
  title: 'Rapport de contrôle – Zoë D’Haïti',
  subtitle: 'Société « Été » · du 2 au 11 mars 2026',
  source: 'Checkwell, situation au 02/03/2026',
  blocks: [
    {
      kind: 'notice',
      text: 'Considérée comme apte à partir du 6 mars 2026',
      detail: 'Œuvre, façade, naïve, ſ, „Anführung“, 181,50 €',
      tone: 'success',
    },
    { kind: 'heading', text: 'Contrôle' },
    {
      kind: 'facts',
      rows: [
        ['Travailleur', 'Zoë D’Haïti'],
        ['Prix', '181,50 €'],
      ],
    },
    { kind: 'text', text: 'Personne ne peut obliger un travailleur à reprendre le travail.', soft: true },
    { kind: 'list', items: [{ text: 'Étape suivante', detail: 'Loi du 3 juillet 1978', link: 'https://example.be/loi' }] },
    { kind: 'bars', caption: 'Par mois', rows: [{ label: 'mars', value: 3, text: '3 contrôles' }] },
  ],
};

/** Reads a PDF with an independent library. */
async function read(bytes: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text, totalPages } = await extractText(document, { mergePages: false });
  return { document, pages: text.map((page) => page.replace(/[\u00a0\u202f]/g, ' ')), totalPages, info: (await getMeta(document)).info };
}

interface Node {
  readonly role?: string;
  readonly children?: readonly Node[];
}
const rolesOf = (node: Node | null): string[] =>
  node ? [...(node.role ? [node.role] : []), ...(node.children ?? []).flatMap(rolesOf)] : [];

test('the last line of a list of facts is never alone on the next page', async () => {
  for (let lines = 37; lines <= 40; lines += 1) {
    const rows = Array.from({ length: 2 * lines }, (_, index) => [`Label ${index}`, `Value ${index}.`] as const);
    const { pages } = await read(await renderPdf({ ...sample, blocks: [{ kind: 'facts', rows }] }, NOW));
    const onLast = pages.length > 1 ? (pages.at(-1)?.match(/Value \d+\./g) ?? []).length : 4;
    expect(onLast, `${lines} lines`).toBeGreaterThanOrEqual(4);
  }
});

test('the last of bars that need more than a page is never alone on the next', async () => {
  const labels = (page: string | undefined) => page?.match(/Line \d+\./g)?.length ?? 0;
  for (let bars = 30; bars <= 46; bars += 1) {
    const rows = Array.from({ length: bars }, (_, index) => ({ label: `Line ${index}.`, value: 1, text: '1' }));
    const { pages } = await read(await renderPdf({ ...sample, blocks: [{ kind: 'bars', caption: 'A caption', rows }] }, NOW));
    expect(labels(pages.at(-1)), `${bars} bars`).not.toBe(1);
  }
});

test.runIf(nightly).each(['sums', 'text'] as const)('the last %s is never alone on a page', async (kind) => {
  const last =
    kind === 'sums' ? ({ kind, rows: [['The end', '1']] } as const) : ({ kind, text: `The end. ${'More of it. '.repeat(40)}` } as const);
  for (let before = 18; before <= 42; before += 1) {
    const rows = Array.from({ length: before }, (_, index) => [`Line ${index}.`, '1'] as const);
    const whole =
      kind === 'sums'
        ? ({ kind: 'table', columns: [{ label: 'Head' }, { label: 'Count' }], rows } as const)
        : ({ kind: 'facts', rows: rows.flatMap((row) => [row, row]) } as const);
    const { pages } = await read(await renderPdf({ ...sample, blocks: [whole, last] }, NOW));
    const page = pages.find((text) => text.includes('The end'));
    expect(page, `${before} lines before`).toMatch(/Line \d+\./);
  }
});

test.runIf(nightly).each(['table', 'bars'] as const)('neither the caption nor one row of %s is alone on a page', async (kind) => {
  const labels = Array.from({ length: 6 }, (_, index) => `Line ${index}.`);
  const rows = labels.map((label) => ({ label, value: 1, text: '1' }));
  const caption = 'A caption';
  const last =
    kind === 'bars'
      ? ({ kind, caption, rows } as const)
      : ({ kind, caption, columns: [{ label: 'Head' }, { label: 'Count' }], rows: labels.map((label) => [label, '1']) } as const);
  for (let before = 34; before <= 48; before += 1) {
    const filling = {
      kind: 'facts',
      rows: Array.from({ length: 2 * before }, (_, index) => [`Label ${index}`, `Value ${index}.`] as const),
    } as const;
    const { pages } = await read(await renderPdf({ ...sample, blocks: [filling, last] }, NOW));
    for (const page of pages) {
      const shown = page.match(/Line \d\./g)?.length ?? 0;
      expect(shown, `${before} lines before`).not.toBe(1);
      if (page.includes(caption)) expect(shown, `${before} lines before`).toBeGreaterThan(1);
    }
  }
});

describe('a PDF', () => {
  test('contains the whole text of its document', async () => {
    const { pages, info } = await read(await renderPdf(sample, NOW));
    expect(pages).toHaveLength(1);
    for (const text of [
      'Rapport de contrôle – Zoë D’Haïti',
      'Société « Été » · du 2 au 11 mars 2026',
      'Œuvre, façade, naïve, ſ, „Anführung“, 181,50 €',
      'Personne ne peut obliger un travailleur',
      'Loi du 3 juillet 1978',
      '3 contrôles',
      'Page 1 sur 1',
      'Checkwell, situation au 02/03/2026',
    ])
      expect(pages[0]).toContain(text);
    expect(info).toMatchObject({ Title: sample.title, Language: 'fr', CreationDate: expect.stringContaining('20260302') });
  });

  // Fonts are parsed once for all documents; the components of an accented letter must not be mapped to it in the next document.
  test('contains the right letters, whatever was rendered before', async () => {
    const written = async (text: string) => (await read(await renderPdf({ ...sample, blocks: [{ kind: 'text', text }] }, NOW))).pages[0];
    for (const accented of ['ǾǼ ЃЌ ΉΏ', 'ǿǽ ѓќ ήώ']) {
      const bare = accented.normalize('NFD').replaceAll(/\p{M}/gu, '');
      expect(await written(accented)).toContain(accented);
      expect(await written(bare)).toContain(bare);
      expect(await written(accented)).toContain(accented);
    }
  });

  test('has no characters that its font lacks', async () => {
    const marks = ['1,9\u202fkm', 'a\u2009b', 'c\u2011d', '12\u00a0345,67\u00a0€'];
    const bytes = await renderPdf({ ...sample, blocks: marks.map((text) => ({ kind: 'text', text })) }, NOW);
    const { document } = await read(bytes);
    const { items } = await (await document.getPage(1)).getTextContent({ disableNormalization: true });
    const shown = items.map((item) => ('str' in item ? item.str : '')).join('|');
    // A character without a glyph would be extracted unchanged, but be shown as an empty box.
    expect(shown).not.toMatch(/[\u2007\u2009\u202f\u2011]/);
    for (const text of ['1,9 km', 'a b', 'c-d', '12 345,67 €']) expect(shown.replaceAll('\u00a0', ' ')).toContain(text);
  });

  test('is the same file for the same document and instant, and small', async () => {
    const [one, two] = [await renderPdf(sample, NOW), await renderPdf(sample, NOW)];
    expect(one.equals(two)).toBe(true);
    expect(one.equals(await renderPdf(sample, new Date(NOW.getTime() + 1000)))).toBe(false);
    expect(one.length).toBeLessThan(60_000);
  });

  test('has structure, language and links for screen readers', async () => {
    const bytes = await renderPdf(sample, NOW);
    const { document } = await read(bytes);
    const page = await document.getPage(1);
    const roles = rolesOf((await page.getStructTree()) as Node | null);
    expect(roles).toEqual(
      expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'L', 'LI', 'Lbl', 'LBody', 'Link']),
    );
    expect((await document.getMarkInfo())?.Marked).toBe(true);
    expect((await page.getAnnotations()).map(({ url }) => url)).toEqual(['https://example.be/loi']);
    expect(bytes.toString('latin1')).toContain('/Lang (fr)');
    expect(bytes.toString('latin1')).toContain('/DisplayDocTitle true');
  });

  test('breaks tables between rows, repeats their headings, and numbers its pages', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => [
      `Werknemer ${index + 1}`,
      'Een lange uitleg die niet op één regel past. '.repeat(3),
      `${index}`,
    ]);
    const bytes = await renderPdf(
      {
        language: 'nl',
        title: 'Lijst',
        source: 'Checkwell',
        blocks: [
          {
            kind: 'table',
            caption: 'Alle werknemers',
            columns: [{ label: 'Naam' }, { label: 'Uitleg', width: 3 }, { label: 'Aantal', align: 'right' }],
            rows,
          },
        ],
      },
      NOW,
    );
    const { pages, totalPages } = await read(bytes);
    expect(totalPages).toBeGreaterThan(5);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Naam');
      // Each page has the title.
      expect(page.match(/Lijst/g)).toHaveLength(1);
      expect(page).toContain(`Pagina ${index + 1} van ${totalPages}`);
    }
    for (const [name = ''] of rows)
      expect(
        pages.filter((page) => new RegExp(`${name}\\b`).test(page)),
        name,
      ).toHaveLength(1);
  });

  test('empty tables, facts and lists and bars of 0 are rendered', async () => {
    const { pages } = await read(
      await renderPdf(
        {
          language: 'de',
          title: 'Leer',
          source: 'Checkwell',
          blocks: [
            { kind: 'table', columns: [{ label: 'Name' }], rows: [] },
            { kind: 'bars', caption: 'Nichts', rows: [{ label: 'März', value: 0, text: '0' }] },
            { kind: 'facts', rows: [] },
            { kind: 'list', items: [] },
          ],
        },
        NOW,
      ),
    );
    expect(pages[0]).toContain('Seite 1 von 1');
  });
});
