import { readdirSync, readFileSync } from 'node:fs';
import { AppError, type ErrorCode } from '@checkwell/domain/errors';
import { describe, expect, test } from 'vitest';
import { HIDDEN, WAYS_TO_ACT, WAYS_TO_HIDE, WAYS_TO_HIDE_IN_DAMAGE } from '../../test/documents/active-pdfs.ts';
import { emptyPage, packedPdf, pdfFile, pdfStream, updatedPdf } from '../../test/documents/pdf-files.ts';
import { testPdfInspector } from '../../test/documents/pdf-inspector.ts';
import { rewrittenPdf } from '../../test/documents/qpdf-rewrite.ts';
import { pdf } from '../../test/files.ts';
import { byDay, nightly } from '../../test/nightly.ts';

const inspector = testPdfInspector();

/** undefined for a file that is accepted. */
async function refusal(file: Buffer, { check } = inspector): Promise<ErrorCode | undefined> {
  try {
    await check(file);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const FIXTURES = new URL('./fixtures/', import.meta.url);
const PRODUCERS = readdirSync(FIXTURES).filter((name) => name.endsWith('.pdf'));

describe('a harmless PDF is accepted', () => {
  test('from at least 60 programs and settings', () => {
    expect(PRODUCERS.length).toBeGreaterThanOrEqual(60);
  });

  test.each(byDay(4, PRODUCERS))('made by %s', async (name) => {
    expect(await refusal(readFileSync(new URL(name, FIXTURES)))).toBeUndefined();
  });

  test.each(byDay(3, Object.entries(WAYS_TO_HIDE)))('with an object that does nothing %s', async (_where, hide) => {
    expect(await refusal(await hide('<< /Title (An /OpenAction with /JavaScript) /Size 3 >>'))).toBeUndefined();
  });

  test.each(
    Object.entries({
      'a link to the web': ['/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://dr-peeters.be/?a=b:c) >> >>]', ''],
      'a link to the web without a scheme': [
        '/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (www.dr-peeters.be:8080/a) >> >>]',
        '',
      ],
      'a link to a mail address': ['/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (MAILTO:a@dr-peeters.be) >> >>]', ''],
      'a link within the file': ['/Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [3 0 R /Fit] >> >>]', ''],
      'a button to the next page': ['/Annots [<< /Subtype /Widget /Rect [0 0 9 9] /A << /S /Named /N /NextPage >> >>]', ''],
      'a place to open at': ['', '/OpenAction [3 0 R /XYZ 0 0 1]'],
      'a step to the place to open at': ['', '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>'],
      'a form to fill in': ['', '/AcroForm << /Fields [<< /FT /Tx /T (name) >>] >>'],
      'no additional actions': ['/AA << >>', '/AA 9 0 R'],
      'a blend mode that shares its name with film': ['/Resources << /ExtGState << /G << /BM /Screen >> >> >>', ''],
    }),
  )('with %s', async (_what, [page = '', catalog = '']) => {
    expect(await refusal(pdfFile(emptyPage({ page, catalog })))).toBeUndefined();
  });

  test('with comments on several revisions', async () => {
    expect(await refusal(manyRevisions(10))).toBeUndefined();
  });
});

describe('an active PDF is refused', () => {
  test.each(Object.entries(WAYS_TO_ACT))('with %s', async (_what, objects) => {
    expect(await refusal(pdfFile(objects))).toBe('document.pdfActive');
  });

  describe.each(Object.entries(HIDDEN))('with %s', (what, content) => {
    test.each(byDay(4, Object.entries(WAYS_TO_HIDE), ([where]) => `${what} ${where}`))('%s', async (_where, hide) => {
      expect(await refusal(await hide(content))).toBe('document.pdfActive');
    });
  });

  test.each(Object.entries(WAYS_TO_HIDE_IN_DAMAGE))('and so is any file with an object %s', async (_where, hide) => {
    for (const content of [...Object.values(HIDDEN), '<< /Title (nothing) >>'])
      expect(await refusal(await hide(content))).toBe('document.pdfDamaged');
  });
});

describe('a PDF that cannot be checked is refused', () => {
  test('locked with a password', async () => {
    for (const bits of ['40', '128', '256']) {
      const file = await rewrittenPdf(pdf(), '--allow-weak-crypto', '--encrypt', 'secret', 'owner', bits, '--');
      expect(await refusal(file)).toBe('document.pdfLocked');
    }
  });

  test('cut short anywhere', async () => {
    const whole = packedPdf(emptyPage());
    for (let length = 8; length < whole.length - 1; length += 23)
      expect(await refusal(whole.subarray(0, length))).toBe('document.pdfDamaged');
  });

  test.each([
    ['an archive', Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')],
    ['something long', Buffer.alloc(5000, 'x')],
  ])('with %s behind its end', async (_what, tail) => {
    expect(await refusal(Buffer.concat([pdf(), tail]))).toBe('document.typeRefused');
    expect(await refusal(Buffer.concat([pdf(), Buffer.from('\r\n\0')]))).toBeUndefined();
  });

  const endless: readonly (readonly [string, () => Buffer])[] = [
    ['unpacks into more than there may be', () => packedPdf({ ...emptyPage(), 4: `(${'a'.repeat(400_000_000)})` })],
    ['nests without end', () => pdfFile({ ...emptyPage(), 4: '['.repeat(2_000_000) })],
    ['has more revisions than anybody makes', () => manyRevisions(40)],
    ['has more structure than pages could need', () => packedPdf({ ...emptyPage(), 4: `[${'[] '.repeat(6_000_000)}]` })],
  ];
  test.each(byDay(3, endless.slice(nightly ? 0 : 1)))('that %s; and the next one is checked', async (_what, make) => {
    expect(await refusal(make())).toBe('document.pdfDamaged');
    expect(await refusal(pdf())).toBeUndefined();
  });

  test('that takes too long, without a wait for the event loop', async () => {
    const hasty = testPdfInspector({ jobMs: 1 });
    expect(await refusal(pdfFile({ ...emptyPage(), 4: pdfStream('', Buffer.alloc(5_000_000)) }), hasty)).toBe('document.pdfDamaged');
  });

  test('when too many wait: it says to come back', async () => {
    const busy = testPdfInspector({ waiting: 1 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => refusal(pdf(), busy)));
    expect(answers.filter((code) => code === 'server.overloaded')).toHaveLength(2);
    expect(answers.filter((code) => code === undefined)).toHaveLength(2);
  });
});

function manyRevisions(count: number): Buffer {
  let file = pdf();
  for (let revision = 0; revision < count; revision += 1) file = updatedPdf(file, { 4: `<< /Title (${revision}) >>` });
  return file;
}
