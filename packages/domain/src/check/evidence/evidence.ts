/**
 * Evidence packs of checks that have ended (docs/decisions/0084): a page with everything that was tried, said and answered, each line
 * chained to the one before, signed, and verified by everybody at a public address.
 */

/** How a pack is made: what is hashed and signed. Another form gets another number. */
export const EVIDENCE_FORM = 1;

/** The pages where anybody verifies a pack: with a code behind it, of that pack. */
export const VERIFY_PATH = '/verify';
/** The public half of the key that signs packs. */
export const VERIFY_KEY_PATH = `${VERIFY_PATH}/key.pem`;

/** A pack as file. */
export const evidenceFilePath = (checkId: string): string => `/v1/api/checks/${checkId}/evidence.pdf`;

/** Letters and digits that nobody takes for others (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 20;
const BITS = 5;
/** 100 bits of the digest of what is signed: nobody makes another pack with the same code. */
export const EVIDENCE_CODE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

/** The code of a pack. @param digest of what is signed, SHA-256 */
export function evidenceCode(digest: Uint8Array): string {
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: CODE_LENGTH }, (_, place) => ALPHABET[Number.parseInt(bits.slice(place * BITS, (place + 1) * BITS), 2)]).join(
    '',
  );
}

/** As it is on paper: in groups of four. */
export const formatEvidenceCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';

/** What somebody typed, as a code; undefined: it is none. */
export function readEvidenceCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[\s\-–]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return EVIDENCE_CODE.test(code) ? code : undefined;
}

/** The state of a code. replaced: genuine, but the result was corrected since. withdrawn: the data of the check are erased. */
export const EVIDENCE_STATES = ['valid', 'replaced', 'withdrawn', 'unknown'] as const;
export type EvidenceState = (typeof EVIDENCE_STATES)[number];
