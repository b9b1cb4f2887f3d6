/**
 * Evidence packs of archived checks (docs/decisions/0084): a PDF with all attempts, messages and answers, each line hash-chained to the previous
 * one, signed, and verifiable by anybody at a public address.
 */

/** Version of the format: what is hashed and signed. A change of the format gets a new number. */
export const EVIDENCE_FORM = 1;

/** Public page on which anybody verifies a pack; `/verify/<code>` verifies that pack. */
export const VERIFY_PATH = '/verify';
/** The public half of the key that signs packs. */
export const VERIFY_KEY_PATH = `${VERIFY_PATH}/key.pem`;

/** Path of the pack of a check, a PDF. */
export const evidenceFilePath = (checkId: string): string => `/v1/api/checks/${checkId}/evidence.pdf`;

/** Letters and digits that are not confused with one another (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 20;
const BITS = 5;
/** 100 bits of the digest of the signed content, enough that no two packs share a code. */
export const EVIDENCE_CODE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

/** The code of a pack. @param digest SHA-256 of the signed content */
export function evidenceCode(digest: Uint8Array): string {
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: CODE_LENGTH }, (_, place) => ALPHABET[Number.parseInt(bits.slice(place * BITS, (place + 1) * BITS), 2)]).join(
    '',
  );
}

/** The code as printed: in groups of four, with hyphens. */
export const formatEvidenceCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';

/** The code in typed text, tolerant of case, spaces, hyphens and the letters O, I and L; undefined: not a code. */
export function readEvidenceCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[\s\-–]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return EVIDENCE_CODE.test(code) ? code : undefined;
}

/** The state of a code. replaced: genuine, but the result has been corrected since. withdrawn: the data of the check are erased. */
export const EVIDENCE_STATES = ['valid', 'replaced', 'withdrawn', 'unknown'] as const;
export type EvidenceState = (typeof EVIDENCE_STATES)[number];
