import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import Papa from 'papaparse';
import type { Say } from './screens/say.ts';
import { expect } from './test.ts';

export interface TakenFile {
  readonly name: string;
  /** The header row first; cells as an independent library reads them. */
  readonly rows: readonly (readonly unknown[])[];
}

/** Downloads the list on the screen as a file, and reads it with another library than the one that wrote it. */
export async function takeList(page: Page, say: Say, format: 'csv' | 'excelCsv' | 'xlsx'): Promise<TakenFile> {
  await page.getByRole('button', { name: say('common:download'), exact: true }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: say(`common:downloads.${format}`) }).click();
  const download = await coming;
  const bytes = readFileSync(await download.path());
  return {
    name: download.suggestedFilename(),
    rows: format === 'xlsx' ? await readWorkbook(bytes) : readCsv(bytes, format === 'csv' ? ',' : ';'),
  };
}

function readCsv(bytes: Buffer, delimiter: string): string[][] {
  const text = bytes.toString('utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  const { data, errors } = Papa.parse<string[]>(text.slice(1), { delimiter, newline: '\r\n', skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

async function readWorkbook(bytes: Buffer): Promise<readonly (readonly unknown[])[]> {
  const { sheets } = await readXlsx(bytes);
  expect(sheets).toHaveLength(1);
  expect(sheets[0]?.freezePane).toMatchObject({ rows: 1 });
  return sheets[0]?.rows ?? [];
}
