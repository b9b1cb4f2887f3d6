/**
 * Texts in files that a spreadsheet opens (CSV): a cell that begins with `=`, `+`, `-`, `@`, TAB, CR or NUL may be run as a
 * formula, also after spaces and in full-width form (security.md, C1; OWASP ASVS 1.2.10). An apostrophe before it makes it text.
 * A telephone number is no formula, and stays what programs and people dial.
 */
const FORMULA = /^[=+\-@\t\r\0]/;
/** What programs may skip before they look: white space, zero-width characters, the byte order mark; and apostrophes of the product. */
const SKIPPED = /^(?:'|[^\S\t\r]|[\u200b-\u200f\u2060\ufeff])+/u;

/** A telephone number: a plus, then digits and spaces alone. A spreadsheet can make a number of it, and nothing else. */
const PHONE = /^\+\d[\d ]*$/;

/** How nearly all cells begin; no form of it is one of the signs. */
const PLAIN = /^[0-9A-Za-z]/;

const isRisky = (text: string): boolean => {
  if (text === '' || PLAIN.test(text) || PHONE.test(text)) return false;
  const rest = text.replace(SKIPPED, '');
  // Full-width and small forms (＝ ﹢ ＠) become the plain ones.
  return FORMULA.test(rest) || FORMULA.test(rest.slice(0, 2).normalize('NFKC'));
};

/** The text as a cell of a CSV file: what a spreadsheet could run gets an apostrophe. */
export const asSpreadsheetText = (text: string): string => (isRisky(text) ? `'${text}` : text);

/** The text that `asSpreadsheetText` was given: files that we wrote come back as they were. */
export const fromSpreadsheetText = (text: string): string => (text.startsWith("'") && isRisky(text) ? text.slice(1) : text);
