import * as z from 'zod/mini';
import { vatRule } from './numbers/vat.ts';
import { userRule } from './rules.ts';

/** Columns of a file with the users of a former system: the fields of a user (specification, section 3), and the number of the company. */
export const USER_IMPORT_COLUMNS = ['firstName', 'lastName', 'email', 'phoneNumber', 'accesType', 'languages', 'companyNumber'] as const;
export type UserImportColumn = (typeof USER_IMPORT_COLUMNS)[number];

/** The most lines of a file: all are written in one transaction, which locks their companies. */
export const USER_IMPORT_LINES = 5000;

/** A user of a former system; `companyNumber` is the enterprise number of a client. */
export const userImportRule = z.extend(userRule, { companyNumber: vatRule() });
export type UserImport = z.infer<typeof userImportRule>;

/** The cells of one line as input of `userImportRule`. `languages` is a list: `fr nl`, `fr;nl` or `fr, nl`. */
export function userImportOf(cells: Readonly<Record<UserImportColumn, string>>): unknown {
  return {
    ...cells,
    accesType: cells.accesType.trim().toLowerCase(),
    languages: cells.languages
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  };
}
