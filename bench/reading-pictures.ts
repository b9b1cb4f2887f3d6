import { deflateSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { pngChunk } from '../apps/server/src/test/files.ts';
import { findChromium } from '../scripts/bootstrap.mjs';
import { HANDWRITING_FONT, type Sample, sampleHtml } from './reading-samples.ts';

/** Quality in which a page reaches the employer. All are made from the same page, deterministically. */
export const QUALITIES = {
  clean: { width: 1240, tilt: 0, blur: 0, noise: 0, shadow: 0, perspective: 0, jpeg: null },
  scan: { width: 1654, tilt: 0.6, blur: 0.4, noise: 26, shadow: 0, perspective: 0, jpeg: 0.75 },
  photo: { width: 1700, tilt: 2.2, blur: 0.9, noise: 10, shadow: 0.2, perspective: 0.015, jpeg: 0.55 },
  'bad photo': { width: 900, tilt: 4, blur: 0.7, noise: 14, shadow: 0.5, perspective: 0.02, jpeg: 0.4 },
} as const satisfies Record<string, Degradation>;
export type Quality = keyof typeof QUALITIES;

interface Degradation {
  /** Width of the page in pixels. */
  readonly width: number;
  /** Degrees. */
  readonly tilt: number;
  /** Pixels. */
  readonly blur: number;
  /** Maximum deviation in grey levels. */
  readonly noise: number;
  /** Loss of light in the darkest corner, as a share. */
  readonly shadow: number;
  /** Loss of width at the far edge, as a share. */
  readonly perspective: number;
  /** Quality of the JPEG, 0 to 1; null: PNG. */
  readonly jpeg: number | null;
}

export interface Picture {
  readonly bytes: Buffer;
  readonly mediaType: 'image/png' | 'image/jpeg';
}

export interface RenderingBrowser {
  /** Whether this machine has the handwriting font (Debian: fonts-dkg-handwriting). */
  readonly handwriting: boolean;
  picture(sample: Sample, quality: Quality, options?: { readonly handwritten?: boolean }): Promise<Picture>;
  pdf(sample: Sample): Promise<Buffer>;
  /** A small grey picture, for fixtures. */
  small(sample: Sample, options?: { readonly handwritten?: boolean }): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens a browser that draws samples. */
export async function openRenderingBrowser(): Promise<RenderingBrowser> {
  const browser: Browser = await chromium.launch({ executablePath: findChromium(), args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 794, height: 1123 }, deviceScaleFactor: 2 });
  const renderingPage = await browser.newPage();
  return {
    handwriting: await hasFont(page, HANDWRITING_FONT),
    async picture(sample, quality, { handwritten = false } = {}) {
      await page.setContent(sampleHtml(sample, handwritten));
      const shot = await page.screenshot();
      const degradation: Degradation = QUALITIES[quality];
      const url = await renderingPage.evaluate(degrade, { shot: shot.toString('base64'), ...degradation });
      const [, mediaType, base64] = /^data:([^;]+);base64,(.+)$/.exec(url) ?? [];
      return { bytes: Buffer.from(base64 ?? '', 'base64'), mediaType: mediaType as Picture['mediaType'] };
    },
    async pdf(sample) {
      await page.setContent(sampleHtml(sample));
      return page.pdf({ format: 'A4', printBackground: true });
    },
    async small(sample, { handwritten = false } = {}) {
      await page.setContent(sampleHtml(sample, handwritten));
      const shot = await page.screenshot();
      const { grey, width } = await renderingPage.evaluate(greyPixels, { shot: shot.toString('base64'), width: SMALL_WIDTH });
      return greyPng(Buffer.from(grey, 'base64'), width);
    },
    close: () => browser.close(),
  };
}

const SMALL_WIDTH = 1000;
/** Runs in the browser: one byte per pixel, in eight shades. */
async function greyPixels({ shot, width }: { readonly shot: string; readonly width: number }): Promise<{ grey: string; width: number }> {
  const picture = new Image();
  picture.src = `data:image/png;base64,${shot}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((width * picture.height) / picture.width);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let grey = '';
  for (let at = 0; at < data.length; at += 4) {
    const light = ((data[at] ?? 0) * 3 + (data[at + 1] ?? 0) * 6 + (data[at + 2] ?? 0)) / 10;
    grey += String.fromCharCode(Math.round(Math.round(light / 36.43) * 36.43));
  }
  return { grey: btoa(grey), width };
}

function greyPng(pixels: Buffer, width: number): Buffer {
  const height = pixels.length / width;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, row) => Buffer.concat([Buffer.of(0), pixels.subarray(row * width, (row + 1) * width)]));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Whether the font is installed: a missing font has the widths of the fallback. */
function hasFont(page: Page, font: string): Promise<boolean> {
  return page.evaluate((name) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return false;
    const width = (family: string) => {
      context.font = `40px ${family}`;
      return context.measureText('Sick leave 0123456789').width;
    };
    return width(`'${name}', monospace`) !== width('monospace');
  }, font);
}

/** Runs in the browser: rotates, blurs, darkens and compresses the page. */
async function degrade({
  shot,
  width,
  tilt,
  blur,
  noise,
  shadow,
  perspective,
  jpeg,
}: Degradation & { readonly shot: string }): Promise<string> {
  const picture = new Image();
  picture.src = `data:image/png;base64,${shot}`;
  await picture.decode();
  const height = Math.round((width * picture.height) / picture.width);
  const canvasOf = () => {
    const made = document.createElement('canvas');
    made.width = width;
    made.height = height;
    return { made, context: made.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D };
  };
  const margin = tilt === 0 ? 1 : 0.96;
  // Row by row, the far edge narrower than the near one.
  const sheet = canvasOf();
  const rows = perspective === 0 ? 1 : 200;
  for (let row = 0; row < rows; row += 1) {
    const share = row / rows;
    const across = width * margin * (1 - perspective * (1 - share));
    const strip = [0, share * picture.height, picture.width, picture.height / rows] as const;
    const depth = (height * margin) / rows + (rows === 1 ? 0 : 1);
    sheet.context.drawImage(picture, ...strip, (width - across) / 2, height * ((1 - margin) / 2 + margin * share), across, depth);
  }
  const { made: canvas, context } = canvasOf();
  context.fillStyle = tilt === 0 ? '#fff' : '#8d857a';
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  context.rotate((tilt * Math.PI) / 180);
  context.filter = blur === 0 ? 'none' : `blur(${blur}px)`;
  context.drawImage(sheet.made, -width / 2, -height / 2);
  if (noise > 0 || shadow > 0) {
    const pixels = context.getImageData(0, 0, width, height);
    let state = 20_260_316;
    const random = () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
    for (let at = 0; at < pixels.data.length; at += 4) {
      const x = (at / 4) % width;
      const y = Math.floor(at / 4 / width);
      const light = 1 - shadow * ((x / width) * 0.5 + (y / height) * 0.5);
      const grain = (random() - 0.5) * 2 * noise;
      for (let channel = 0; channel < 3; channel += 1) {
        pixels.data[at + channel] = (pixels.data[at + channel] ?? 0) * light + grain;
      }
    }
    context.putImageData(pixels, 0, 0);
  }
  return jpeg === null ? canvas.toDataURL('image/png') : canvas.toDataURL('image/jpeg', jpeg);
}
