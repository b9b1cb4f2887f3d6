import type { CertificateType, IncapacityType } from '@checkwell/domain/certificate/enums';
import type { ReadText } from './text.ts';

/** Words for each answer, in the four languages, folded as by `readText`; null: the words are ambiguous. */
type Choices<Value> = readonly (readonly [words: string, value: Value | null])[];

/** Longer words first, so that `maladie professionnelle` is not read as `maladie`. */
const REASONS: Choices<IncapacityType> = [
  ['maladie professionnelle|beroepsziekte|berufskrankheit|occupational (?:illness|disease)', 'OccupationalIllness'],
  [
    'accident (?:sur le|de) chemin (?:du|vers le) travail|(?:arbeids)?wegongeval|ongeval op (?:de )?weg (?:van en naar|naar) het werk|wegeunfall|accident on the way to work',
    'AccidentOnTheWayToWork',
  ],
  ['accident du travail|arbeidsongeval|arbeitsunfall|work accident|accident at work', 'WorkAccident'],
  [
    'accident (?:de la vie )?privee?|accident de droit commun|prive-?ongeval|ongeval in de privesfeer|ongeval prive|privatunfall|unfall im privatleben|private accident',
    'PrivateAccident',
  ],
  ['intervention chirurgicale|(?:heelkundige|chirurgische) ingreep|operation|operatie|surgery', 'SurgicalIntervention'],
  ['hospitalisation|hospitalisatie|ziekenhuisopname|krankenhausaufenthalt|hospitali[sz]ation', 'Hospitalization'],
  ['(?:repos|conge) de maternite|maternite|moederschapsrust|moederschapsverlof|mutterschutz|maternity leave', 'MaternityLeave'],
  ['quarantaine|quarantine|quarantane', 'Quarantine'],
  ['maladie|ziekte|krankheit|illness|sickness', 'Illness'],
  // The form does not say whether it was at work.
  ['accident|ongeval|unfall', null],
];

const TYPES: Choices<CertificateType> = [
  [
    "certificat initial|premier certificat|debut(?: de l'incapacite)?|eerste (?:attest|getuigschrift)|begin(?: van de ongeschiktheid)?|erstbescheinigung|(?:first|initial) certificate",
    'FirstCertificate',
  ],
  ['(?:certificat de )?prolongation|(?:attest van )?verlenging|folgebescheinigung|verlangerung|extension', 'Prolongation'],
  ['rechute|herval|ruckfall|relapse', 'Relapse'],
];

/** Words before the cause in a sentence, or a label before its value; an article may follow. */
const BEFORE_REASON =
  "(?:pour cause|suite|en raison|wegens|omwille van|ten gevolge van|wegen|aufgrund|infolge|because of|due to|(?:cause|motif|reden|oorzaak|grund|ursache|reason)(?: (?:de l'incapacite|van de (?:arbeids)?ongeschiktheid|of (?:the )?incapacity))? ?:) ?:? ?(?:d'une?|de la|de l'|de|a une?|a la|een|einer|eines|an?)? ?:? ?";
const BEFORE_TYPE =
  "(?:il s'agit d'une?|il s'agit du|het betreft een|het gaat om een|es handelt sich um eine?|this is an?|(?:type de certificat|soort attest|type attest|art der bescheinigung|type of certificate) ?:) ?";

const BOX = /[☒☑✓✔✗✘☓⊠■☐□▢❏⬜]|\[ ?x ?\]|\[ {0,3}\]/g;
const TICKED = /[☒☑✓✔✗✘☓⊠■x]/;
/** Separates columns and lines; boxes are read within one of them. */
const BETWEEN_COLUMNS = / {3,}|\n/;
/** Follows a word that is one of several alternatives. Which of them were struck out by hand is not visible in the text. */
const ALTERNATIVE = /^ ?(?:\*|\/|\(|,|-|of\b|ou\b|oder\b|or\b|en\b|et\b|und\b|and\b)/;

function answerOf<Value>(text: string, choices: Choices<Value>): Value | null | undefined {
  const found = choices.find(([words]) => new RegExp(`^(?:d'une?|une?|een|eine?|an?)? ?(?:${words})(?![a-z])`).test(text));
  return found?.[1];
}

interface Box {
  readonly ticked: boolean;
  /** The words that belong to it. */
  readonly words: string;
}

/** The boxes of a piece of text in which all boxes come before their words, or all after them; empty where that is not clear. */
function boxesIn(stretch: string): readonly Box[] {
  const boxes = [...stretch.matchAll(BOX)];
  const [first] = boxes;
  if (!first) return [];
  const label = stretch.slice(0, first.index).lastIndexOf(':') + 1;
  // A second label: it is not clear which boxes belong to which label.
  if (stretch.indexOf(':', first.index) >= 0) return [];
  const ends = boxes.map((box) => box.index + box[0].length);
  const after = boxes.map((_, at) => stretch.slice(ends[at], boxes[at + 1]?.index ?? stretch.length).trim());
  const before = boxes.map((box, at) => stretch.slice(ends[at - 1] ?? label, box.index).trim());
  const words = after.every(Boolean) ? after : before.every(Boolean) && after.at(-1) === '' ? before : [];
  return words.map((text, at) => ({ ticked: TICKED.test(boxes[at]?.[0] ?? ''), words: text }));
}

/** The answer whose box is ticked; null unless exactly one of several is; undefined: the form has no such boxes. */
function tickedAnswer<Value>(folded: string, choices: Choices<Value>): Value | null | undefined {
  const offered = folded
    .split(BETWEEN_COLUMNS)
    .flatMap(boxesIn)
    .map(({ ticked, words }) => ({ ticked, answer: answerOf(words, choices) }))
    .filter(({ answer }) => answer !== undefined);
  if (offered.length === 0) return undefined;
  const ticked = offered.filter((box) => box.ticked);
  return offered.length > 1 && ticked.length === 1 ? (ticked[0]?.answer ?? null) : null;
}

/** The answer of sentences, if they all agree and name no alternative; else null. @param ownLine whether words alone on a line count too */
function sentenceAnswer<Value>(folded: string, before: string, choices: Choices<Value>, ownLine: boolean): Value | null {
  const text = folded.replace(/\n/g, ' ');
  const answers = new Set<Value | null>();
  for (const [index, [words, value]] of choices.entries()) {
    for (const match of text.matchAll(new RegExp(`(?<![a-z])${before}(${words})(?![a-z])`, 'g'))) {
      // The longer word of an earlier choice begins here.
      const place = match.index + match[0].length - (match[1]?.length ?? 0);
      const longer = choices.slice(0, index).some(([other]) => new RegExp(`^(?:${other})(?![a-z])`).test(text.slice(place)));
      if (!longer) answers.add(ALTERNATIVE.test(text.slice(match.index + match[0].length)) ? null : value);
    }
    if (ownLine && new RegExp(`(?:^|\\n|\\.) *(?:${words}) *(?:\\. *)?(?=\\n|$)`).test(folded)) answers.add(value);
  }
  const [answer = null] = answers;
  return answers.size === 1 ? answer : null;
}

function answerIn<Value>(folded: string, before: string, choices: Choices<Value>, ownLine: boolean): Value | null {
  const ticked = tickedAnswer(folded, choices);
  return ticked === undefined ? sentenceAnswer(folded, before, choices, ownLine) : ticked;
}

/**
 * Why the worker is unfit: from the one ticked box, or a sentence. For text from the PDF itself, as `authorizedExitIn`.
 * @returns null when the text does not say it, contradicts itself, or is ambiguous (an accident: at work or not?)
 */
export const incapacityReasonIn = ({ folded }: ReadText): IncapacityType | null => answerIn(folded, BEFORE_REASON, REASONS, false);

/** Whether it is the first certificate of the absence: from the one ticked box, a sentence, or words alone on a line. @returns null as above */
export const certifTypeIn = ({ folded }: ReadText): CertificateType | null => answerIn(folded, BEFORE_TYPE, TYPES, true);
