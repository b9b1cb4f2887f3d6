import { isDictionary, type PdfDictionary, type PdfTree, type PdfValue } from '../qpdf/qpdf.ts';

/**
 * Finds what makes a PDF more than paper: what acts by itself, what leaves the file, what carries another one
 * (ISO 32000-2, sections 12.6 actions, 7.11 file specifications, 13 multimedia). It looks at every object, whether or not
 * anything leads to it, and follows references of its own accord, so `/S 7 0 R` hides nothing.
 *
 * What a person clicks may stay: links to the web, to a mail or telephone number, to a page of the same file.
 * @returns what was found, for the log; undefined for a document that is only read
 */
export function findActiveContent(tree: PdfTree): string | undefined {
  const resolve = resolverOf(tree);
  const open: PdfValue[] = [tree.trailer];
  for (const { value, isStream } of tree.objects.values()) {
    if (isStream && isDictionary(value) && EXTERNAL_STREAM_KEYS.some((key) => key in value)) return 'a stream in another file';
    open.push(value);
  }
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (isDictionary(value)) {
      const found = findAction(value, resolve);
      if (found !== undefined) return found;
    }
    for (const part of Object.values(value)) open.push(part);
  }
  return undefined;
}

type Resolve = (value: PdfValue | undefined) => PdfValue;

/** Keys that name scripts, other files, sound, film and forms of the old kind, wherever they are. */
const REFUSED_KEYS: ReadonlySet<string> = new Set([
  '/JS',
  '/JavaScript',
  '/EF',
  '/RF',
  '/EmbeddedFiles',
  '/XFA',
  '/Movie',
  '/Sound',
  '/Renditions',
  '/RichMediaContent',
  '/RichMediaSettings',
  '/3DD',
  '/3DA',
  '/AlternatePresentations',
  '/PresSteps',
  '/OPI',
]);
/** Kinds of actions, annotations and objects; said by `/S`, `/Subtype` and `/Type`. */
const REFUSED_KINDS: ReadonlySet<PdfValue> = new Set([
  '/JavaScript',
  '/Launch',
  '/GoToR',
  '/GoToE',
  '/SubmitForm',
  '/ImportData',
  '/Rendition',
  '/Movie',
  '/Sound',
  '/RichMedia',
  '/RichMediaExecute',
  '/GoTo3DView',
  '/3D',
  '/U3D',
  '/PRC',
  '/Flash',
  '/FileAttachment',
  '/EmbeddedFile',
  '/Filespec',
]);
/** Only as an annotation or an external object: as a blend mode and elsewhere these names are harmless. */
const REFUSED_SUBTYPES: ReadonlySet<PdfValue> = new Set(['/Screen', '/PS']);
const KIND_KEYS = ['/S', '/Type', '/Subtype', '/Subtype2'] as const;
/** Actions that somebody clicks and that stay in the file, beside links (`/URI`) and steps (`/Named`). */
const CLICKED_ACTIONS: ReadonlySet<PdfValue> = new Set([
  '/GoTo',
  '/GoToDp',
  '/Thread',
  '/Hide',
  '/ResetForm',
  '/SetOCGState',
  '/Trans',
  '/URI',
  '/Named',
]);
const STEPS: ReadonlySet<PdfValue> = new Set(['/NextPage', '/PrevPage', '/FirstPage', '/LastPage']);
/** Where an action is: of a link or bookmark, the one after another, and what is asked before a link is followed. */
const ACTION_KEYS = ['/A', '/PA', '/Next'] as const;
/** A stream whose bytes are somewhere else. */
const EXTERNAL_STREAM_KEYS = ['/F', '/FFilter', '/FDecodeParms', '/Ref'] as const;

function findAction(dictionary: PdfDictionary, resolve: Resolve): string | undefined {
  for (const key of Object.keys(dictionary)) if (REFUSED_KEYS.has(key)) return `${key} in a dictionary`;
  for (const key of KIND_KEYS) {
    const kind = resolve(dictionary[key]);
    if (REFUSED_KINDS.has(kind)) return `${key} ${kind}`;
    if (key !== '/S' && REFUSED_SUBTYPES.has(kind)) return `${key} ${kind}`;
  }
  if (isPresent(resolve(dictionary['/AA']))) return 'additional actions';
  if ('/OpenAction' in dictionary && !isDestination(resolve(dictionary['/OpenAction']), resolve)) return 'an action on opening';
  if ('/URI' in dictionary && !isHarmlessAddress(resolve(dictionary['/URI']), resolve)) return 'a link to something else than a page';
  const actions = ACTION_KEYS.flatMap((key) => listOf(resolve(dictionary[key]), resolve));
  if (resolve(dictionary['/Type']) === '/Action') actions.push(dictionary);
  return actions.some((action) => !isClickable(action, resolve)) ? 'an action of another kind' : undefined;
}

/** `/A` and `/Next` also name what is no action: attributes of structure, the next bookmark. Those have no `/S`. */
function isClickable(action: PdfValue, resolve: Resolve): boolean {
  if (!isDictionary(action) || !('/S' in action)) return true;
  const kind = resolve(action['/S']);
  if (kind === '/Named') return STEPS.has(resolve(action['/N']));
  if (kind === '/Thread' && '/F' in action) return false;
  return CLICKED_ACTIONS.has(kind);
}

/** A place in this file, or an action that only goes to one. */
function isDestination(value: PdfValue, resolve: Resolve): boolean {
  if (!isDictionary(value)) return true; // a page and how it is shown, a name, nothing
  return resolve(value['/S']) === '/GoTo' && !isPresent(resolve(value['/Next']));
}

/** Whether the address of a link, or the base address of a document, is harmless. */
function isHarmlessAddress(value: PdfValue, resolve: Resolve): boolean {
  if (isDictionary(value)) return isHarmlessAddress(resolve(value['/Base']), resolve);
  if (value === null) return true;
  if (typeof value !== 'string') return false;
  const address = textOf(value).trim();
  return !CONTROL.test(address) && (SCHEMES.test(address) || RELATIVE.test(address) || HOST_AND_PORT.test(address));
}

const CONTROL = /\p{Cc}/u;
const SCHEMES = /^(?:https?|mailto|tel|sms):/i;
/** Without a scheme it belongs to the web, unless it begins like a path or the name of a shared folder. */
const RELATIVE = /^(?:[^\\/:?#]+(?:[/?#].*)?|[?#].*)?$/;
const HOST_AND_PORT = /^[\w-]+(?:\.[\w-]+)+:\d+(?:[/?#].*)?$/;

/** `u:` is text, `b:` bytes in hexadecimal digits. */
const textOf = (value: string): string => (value.startsWith('b:') ? Buffer.from(value.slice(2), 'hex').toString('latin1') : value.slice(2));

const isPresent = (value: PdfValue): boolean =>
  value !== null && !(isDictionary(value) && Object.keys(value).length === 0) && !(Array.isArray(value) && value.length === 0);

const listOf = (value: PdfValue, resolve: Resolve): PdfValue[] => (Array.isArray(value) ? value.map((item) => resolve(item)) : [value]);

/** Follows references to their end; one that leads nowhere or in a circle is null, as the standard has it. */
function resolverOf({ objects }: PdfTree): Resolve {
  return (value) => {
    const seen = new Set<PdfValue>();
    let current = value;
    while (typeof current === 'string' && /^\d+ \d+ R$/.test(current)) {
      if (seen.has(current)) return null;
      seen.add(current);
      current = objects.get(current)?.value;
    }
    return current ?? null;
  };
}
