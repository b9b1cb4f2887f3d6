import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import { printedLines, type ReadWord } from '../text/print.ts';
import { languageOf, type ReadLine, readText } from '../text/text.ts';

/** Recognises characters with Tesseract in WebAssembly, whose sandbox contains what a hostile picture can do. */
export interface Ocr {
  /** Lines of print in a picture: JPEG (rotated as its EXIF data says), PNG or portable pixmap. */
  linesOf(picture: Uint8Array): Promise<readonly ReadLine[]>;
  close(): Promise<void>;
}

const require = createRequire(import.meta.url);
/** Packages with the language data, by Tesseract's name of the language. */
const LANGUAGES = {
  fra: () => require.resolve('@tesseract.js-data/fra/package.json'),
  nld: () => require.resolve('@tesseract.js-data/nld/package.json'),
  deu: () => require.resolve('@tesseract.js-data/deu/package.json'),
  eng: () => require.resolve('@tesseract.js-data/eng/package.json'),
} as const;
/** Tesseract's "best" models with integer weights: a quarter of the size, and as good on print. */
const MODEL = '4.0.0_best_int';

/** Rotations in radians that are tried when an upright page yields no text: on either side, or upside down. */
const ROTATIONS = [-Math.PI / 2, Math.PI / 2, Math.PI] as const;

/** Starts Tesseract. @param folder to which the language data of the packages is copied; created if it does not exist */
export async function openOcr(folder: string): Promise<Ocr> {
  await gatherLanguages(folder);
  const worker = await createWorker(Object.keys(LANGUAGES), OEM.LSTM_ONLY, {
    langPath: folder,
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => undefined, // the call itself also rejects
  });
  // One column of lines of any size: forms and tables stay in order, and the edges of a photograph are left out.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_COLUMN });
  return {
    async linesOf(picture) {
      const upright = await recognise(worker, picture, { rotateAuto: true });
      if (isText(upright.lines)) return upright.lines;
      for (const rotation of ROTATIONS) {
        const { lines } = await recognise(worker, picture, { rotateRadians: rotation + upright.tilt });
        if (isText(lines)) return lines;
      }
      return upright.lines;
    },
    close: async () => void (await worker.terminate()),
  };
}

const isText = (lines: readonly ReadLine[]): boolean => languageOf(readText(lines)) !== null;

async function recognise(
  worker: Worker,
  picture: Uint8Array,
  options: Parameters<Worker['recognize']>[1],
): Promise<{ readonly lines: readonly ReadLine[]; readonly tilt: number }> {
  const { data } = await worker.recognize(Buffer.from(picture.buffer, picture.byteOffset, picture.length), options, { blocks: true });
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  const words = lines.map((line) =>
    line.words.map(
      ({ text, confidence, bbox }, index): ReadWord => ({
        text,
        confidence,
        height: bbox.y1 - bbox.y0,
        gap: index === 0 ? 0 : bbox.x0 - (line.words[index - 1]?.bbox.x1 ?? bbox.x0),
      }),
    ),
  );
  return { lines: printedLines(words), tilt: data.rotateRadians ?? 0 };
}

/** Copies the language data to one folder, as Tesseract requires; each language has its own package. Several processes may do this at the same time. */
async function gatherLanguages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [language, packageFile] of Object.entries(LANGUAGES)) {
    const name = `${language}.traineddata.gz`;
    const source = join(dirname(packageFile()), MODEL, name);
    const target = join(folder, name);
    const [wanted, present] = await Promise.all([stat(source), stat(target).catch(() => undefined)]);
    if (present?.size === wanted.size) continue;
    const draft = join(folder, `.${name}.${randomUUID()}`);
    try {
      await copyFile(source, draft);
      await rename(draft, target);
    } finally {
      await rm(draft, { force: true });
    }
  }
}
