import type { ReadText } from './text.ts';

const TICKED = '[☒☑✓✔✗✘☓⊠■]|\\[ ?x ?\\]';
const EMPTY = '[☐□▢❏⬜]|\\[ {0,3}\\]';
const YES = 'oui|autorisees?|permises?|ja|toegestaan|toegelaten|erlaubt|gestattet|yes|allowed|permitted';
const NO =
  'non autorisees?|non|interdites?|neen|nee|niet toegestaan|niet toegelaten|verboden|nein|nicht erlaubt|untersagt|not allowed|not permitted|no|forbidden';
/** The label, with the punctuation up to its boxes. */
const LABEL =
  /(?:sorties?(?: de l'habitation)?(?: (?:est|sont))?(?: (?:autorisees?|permises?))?|quitter (?:le|son) domicile|(?:het )?verlaten van de woning(?: (?:is|toegelaten|toegestaan))*|mag de woning verlaten|woning verlaten|ausgang(?: erlaubt)?|wohnung verlassen|(?:allowed to |may )?leave (?:the )?(?:home|house))[\s:;.?-]{0,12}/g;
const BOX_FIRST = new RegExp(
  `^(${TICKED}|${EMPTY}) {0,6}(${NO}|${YES})(?![a-z])[ ,;/]{0,20}(${TICKED}|${EMPTY}) {0,6}(${NO}|${YES})(?![a-z])`,
);
const WORD_FIRST = new RegExp(`^(${NO}|${YES}) {0,6}(${TICKED}|${EMPTY})[ ,;/]{0,20}(${NO}|${YES}) {0,6}(${TICKED}|${EMPTY})`);
const IS_TICKED = new RegExp(`^(?:${TICKED})$`);
const IS_NO = new RegExp(`^(?:${NO})$`);

/** Sentences that answer it, where there are no boxes. */
const SENTENCES: readonly { readonly pattern: RegExp; readonly authorized: boolean }[] = [
  {
    pattern:
      /(?<!\bne )(?:peut|est autorisee? a) quitter son domicile|sorties? (?:est |sont )?autorisees?[.\n]|mag (?:de|zijn|haar) woning verlaten/,
    authorized: true,
  },
  {
    pattern: /darf (?:die|seine|ihre) wohnung verlassen|ausgang erlaubt[.\n]|(?:may|is allowed to) leave (?:the )?(?:home|house)/,
    authorized: true,
  },
  {
    pattern: /(?:ne peut (?:pas )?|n'est pas autorisee? a )quitter son domicile/,
    authorized: false,
  },
  { pattern: /sorties? (?:(?:est |sont )?(?:interdites?|non autorisees?)|(?:n'est|ne sont) pas autorisees?)/, authorized: false },
  {
    pattern: /mag (?:de|zijn|haar) woning niet verlaten|darf (?:die|seine|ihre) wohnung nicht verlassen|ausgang nicht erlaubt/,
    authorized: false,
  },
  { pattern: /(?:may not|is not allowed to) leave (?:the )?(?:home|house)/, authorized: false },
];

/**
 * Whether the doctor lets the worker leave home: exactly one of two boxes is ticked, or a sentence says it. Meant for text
 * that the PDF holds itself; character recognition does not distinguish a ticked box from an empty one.
 * @returns null when the text says nothing about it, or contradicts itself
 */
export function authorizedExitIn({ folded }: ReadText): boolean | null {
  const answers = new Set<boolean>();
  let boxes = false;
  for (const label of folded.matchAll(LABEL)) {
    const rest = folded.slice(label.index + label[0].length, label.index + label[0].length + 120).replace(/\n/g, ' ');
    const boxFirst = BOX_FIRST.exec(rest);
    const [, first, second, third, fourth] = boxFirst ?? WORD_FIRST.exec(rest) ?? [];
    if (first === undefined || second === undefined || third === undefined || fourth === undefined) continue;
    boxes = true;
    const options = boxFirst
      ? [
          [first, second],
          [third, fourth],
        ]
      : [
          [second, first],
          [fourth, third],
        ];
    const ticked = options.filter(([box = '']) => IS_TICKED.test(box)).map(([, word = '']) => !IS_NO.test(word));
    const offered = new Set(options.map(([, word = '']) => IS_NO.test(word)));
    if (ticked.length !== 1 || offered.size !== 2) return null;
    answers.add(ticked[0] === true);
  }
  if (!boxes) for (const { pattern, authorized } of SENTENCES) if (pattern.test(folded)) answers.add(authorized);
  const [answer = null] = answers;
  return answers.size === 1 ? answer : null;
}
