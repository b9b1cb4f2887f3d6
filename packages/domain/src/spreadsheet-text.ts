/**
 * Texts in files that a spreadsheet opens (CSV): a cell that begins with `=`, `+`, `-`, `@`, TAB, CR or NUL may be run as a
 * formula, also after spaces and in full-width form (security.md, C1; OWASP ASVS 1.2.10). An apostrophe before it makes it text.
 * A telephone number is not a formula, and stays unchanged.
 */
const FORMULA = /^[=+\-@\t\r\0]/;
/** Characters that programs may skip at the start: white space, zero-width characters, the byte order mark; and apostrophes added here. */
const SKIPPED = /^(?:'|[^\S\t\r]|[\u200b-\u200f\u2060\ufeff])+/u;

/** A telephone number: a plus, then only digits and spaces. A spreadsheet can only interpret it as a number. */
const PHONE = /^\+\d[\d ]*$/;

/** The start of nearly all cells, a fast path: it cannot begin a formula in any form. */
const PLAIN = /^[0-9A-Za-z]/;

const isRisky = (text: string): boolean => {
  if (text === '' || PLAIN.test(text) || PHONE.test(text)) return false;
  const rest = text.replace(SKIPPED, '');
  // Full-width and small forms (＝ ﹢ ＠) become the plain ones.
  return FORMULA.test(rest) || FORMULA.test(rest.slice(0, 2).normalize('NFKC'));
};

/** The text as a cell of a CSV file: a possible formula gets a leading apostrophe. */
export const asSpreadsheetText = (text: string): string => (isRisky(text) ? `'${text}` : text);

/** The inverse of `asSpreadsheetText`, for importing exported files. */
export const fromSpreadsheetText = (text: string): string => (text.startsWith("'") && isRisky(text) ? text.slice(1) : text);
