import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from 'slimdom';
import { readSchematron, type SchematronError } from './schematron.ts';

/** The folder with the publishers' files, see docs/decisions/0033. Unset: tests that need them are skipped. */
const folder = process.env.INVOICE_RULES;

/** Each Schematron file in that folder, ready to check documents. */
export const publishedRules: readonly {
  readonly name: string;
  readonly judge: (document: Document) => readonly SchematronError[];
}[] = (folder ? readdirSync(folder) : [])
  .filter((name) => name.endsWith('.sch'))
  .map((name) => ({ name, judge: readSchematron(readFileSync(join(folder ?? '', name), 'utf8')) }));
