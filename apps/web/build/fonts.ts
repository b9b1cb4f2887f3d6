import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Latin-1, and the marks that French, Dutch, German and English texts use. */
const LATIN = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x160, 0x161],
  [0x178, 0x178],
  [0x17d, 0x17e],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2010, 0x2015],
  [0x2018, 0x201e],
  [0x2020, 0x2022],
  [0x2026, 0x2026],
  [0x202f, 0x202f],
  [0x2030, 0x2030],
  [0x2032, 0x2033],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
] as const;
/** Letters of names from the rest of Europe and Turkey; loaded only when such a name is on the screen. */
const LATIN_EXTENDED = [
  [0x100, 0x17f],
  [0x218, 0x21b],
  [0x1e9e, 0x1e9e],
] as const;

const FILES = [
  {
    name: 'roboto-latin.woff2',
    source: import.meta.resolve('@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2'),
    ranges: LATIN,
  },
  {
    name: 'roboto-latin-ext.woff2',
    source: import.meta.resolve('@fontsource-variable/roboto/files/roboto-latin-ext-wght-normal.woff2'),
    ranges: LATIN_EXTENDED,
  },
] as const;

/**
 * Cuts Roboto (variable, weights 400 to 700) to the ranges above; styles.css reaches the files as `@font/<name>`.
 * The unicode ranges in styles.css say the same.
 */
export function fonts(cacheDirectory: string): Plugin {
  return {
    name: 'checkwell:fonts',
    config: () => ({ resolve: { alias: { '@font': cacheDirectory } } }),
    async buildStart() {
      mkdirSync(cacheDirectory, { recursive: true });
      for (const { name, source, ranges } of FILES) {
        const target = path.join(cacheDirectory, name);
        if (existsSync(target)) continue;
        const font = readFileSync(new URL(source));
        const text = ranges.flatMap(([from, to]) =>
          Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
        );
        const subset = await subsetFont(font, text.join(''), { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } });
        writeFileSync(target, subset);
      }
    },
  };
}
