import { constants, inflateSync } from 'node:zlib';
import { typeRefused, unreadable } from './refusals.ts';

/**
 * Looks for what makes a PDF more than paper. It reads the whole file as text, rather than as the objects that one
 * viewer would find in it: viewers differ, and what only one of them finds is exactly what an attacker hides.
 * Names may be written with `#xx` escapes, and structure may stand in compressed object streams: both are unfolded.
 */

/** Names of actions and contents that do something by themselves, or carry another file. */
const ACTIVE = /\/(?:JavaScript|Launch|EmbeddedFiles?|FileAttachment|RichMedia|GoToE|SubmitForm|ImportData|Rendition)(?![A-Za-z0-9_.-])/;
/** The same, where the name alone is too short to be told from a picture's bytes: name and what must follow it. */
const GAP = String.raw`(?:\s|%[^\r\n]*[\r\n])*`;
const ACTIVE_SHORT = new RegExp(String.raw`/(?:EF|XFA)${GAP}(?:<<|\[|\d+\s+\d+\s+R)`);
const ENCRYPTED = new RegExp(String.raw`/Encrypt${GAP}(?:<<|\d+\s+\d+\s+R)`);

const END = '%%EOF';
/** What some programs leave behind the end; a second file needs more. */
const TAIL_BYTES = 1024;
/** Structure only, no pictures: real ones stay far below. Keeps a tiny file from unfolding into a huge one. */
const MOST_UNFOLDED_BYTES = 16 * 1024 * 1024;
const LONGEST_DICTIONARY = 8 * 1024;

export const isPdf = (bytes: Buffer): boolean => /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8));

/** @throws {AppError} damaged, encrypted, active, or two files in one */
export function checkPdf(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  const end = text.lastIndexOf(END);
  if (end === -1) throw unreadable('PDF: cut short');
  if (text.length - end - END.length > TAIL_BYTES || isArchive(bytes)) throw typeRefused('PDF: something else stands behind its end');
  const plain = unescapeNames(text);
  if (ENCRYPTED.test(plain)) throw unreadable('PDF: locked with a password');
  refuseActive(plain);
  for (const part of objectStreams(bytes, text)) refuseActive(unescapeNames(part));
}

function refuseActive(text: string): void {
  if (ACTIVE.test(text) || ACTIVE_SHORT.test(text)) throw typeRefused('PDF: active content or another file inside');
}

/** `/J#61vaScript` is `/JavaScript`. */
const unescapeNames = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A ZIP is read from its end, so one can stand behind or inside anything. */
function isArchive(bytes: Buffer): boolean {
  const signature = Buffer.from('PK\x05\x06', 'latin1');
  for (let at = bytes.indexOf(signature, Math.max(0, bytes.length - 66_000)); at !== -1; at = bytes.indexOf(signature, at + 1)) {
    if (at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) <= bytes.length) return true;
  }
  return false;
}

/** The contents of compressed object streams. A stream without `/First` cannot be one: viewers could not find its objects. */
function* objectStreams(bytes: Buffer, text: string): Generator<string> {
  let unfolded = 0;
  for (const { index, 0: keyword } of text.matchAll(/stream\r?\n/g)) {
    if (text.startsWith('end', index - 3)) continue;
    const begin = text.lastIndexOf('obj', index);
    const dictionary = unescapeNames(text.slice(Math.max(begin, index - LONGEST_DICTIONARY, 0), index));
    if (!/\/(?:ObjStm|First)(?![A-Za-z0-9])/.test(dictionary) || !/\/Filter/.test(dictionary)) continue;
    if (!/\/Filter\s*(?:\[\s*)?\/(?:FlateDecode|Fl)(?:\s*\])?\s*(?:\/|>>)/.test(dictionary) || /\/Predictor\s+(?!1\b)/.test(dictionary)) {
      throw unreadable('PDF: structure packed in an unusual way');
    }
    const start = index + keyword.length;
    const end = text.indexOf('endstream', start);
    if (end === -1) throw unreadable('PDF: cut short');
    let content: Buffer;
    try {
      content = inflateSync(bytes.subarray(start, end), {
        maxOutputLength: MOST_UNFOLDED_BYTES - unfolded,
        finishFlush: constants.Z_SYNC_FLUSH,
      });
    } catch (error) {
      throw unreadable(`PDF: structure that cannot be unpacked (${error instanceof Error ? error.message : error})`);
    }
    unfolded += content.length;
    yield content.toString('latin1');
  }
}
