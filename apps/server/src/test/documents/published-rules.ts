import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from 'slimdom';
import { readSchematron, type SchematronFault } from './schematron.ts';

/** Where the publishers' files lie, see docs/decisions/0033. Unset: they are not here, and what needs them is left out. */
const folder = process.env.INVOICE_RULES;

/** Each file of Schematron in that folder, ready to check. */
export const publishedRules: readonly {
  readonly name: string;
  readonly judge: (document: Document) => readonly SchematronFault[];
}[] = (folder ? readdirSync(folder) : [])
  .filter((name) => name.endsWith('.sch'))
  .map((name) => ({ name, judge: readSchematron(readFileSync(join(folder ?? '', name), 'utf8')) }));
