import { readdirSync, readFileSync } from 'node:fs';
import { CHECK_FIELDS } from '@checkwell/domain/check/fields';
import { describe, expect, it } from 'vitest';
import type { Namespace } from './index.ts';

/** Checks the rules of docs/wording.md that a program can check. Sentences quoted from the specification are tested in catalogue.test.ts. */
type Texts = { [key: string]: string | Texts };

const directory = new URL('../locales/', import.meta.url);

/** Marks where a long word in a heading may be broken. */
const SOFT_HYPHEN = '\u00ad';

function sentences(language: string): readonly (readonly [key: string, text: string])[] {
  const walk = (texts: Texts, prefix: string): (readonly [string, string])[] =>
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value.replaceAll(SOFT_HYPHEN, '')] as const] : walk(value, `${prefix}${key}.`),
    );
  return readdirSync(new URL(`${language}/`, directory)).flatMap((file) =>
    walk(JSON.parse(readFileSync(new URL(`${language}/${file}`, directory), 'utf8')), `${file.replace('.json', '')}:`),
  );
}

/** Sentences of a language that match the pattern, except those with an allowed key. Placeholders are replaced by `{}` first. */
const findIn = (language: string, pattern: RegExp, allowed: readonly string[] = []): readonly (readonly [string, string])[] =>
  sentences(language).filter(([key, text]) => pattern.test(text.replaceAll(/\{\{[^}]*\}\}/g, '{}')) && !allowed.includes(key));

const ALLOWED_DUPLICATES = [
  // The same sentence about the future and about the present.
  'reports:outcomeText.nonOperable = reports:outcomeText.cancelled',
  'planning:action.commentEmployer = reports:comment.released',
  // The sample report on the sign-in page quotes the report, without loading all translations of reports.
  'auth:aside.sample.mark = publicPages:sampleReport.note',
  'auth:aside.sample.disagreement = reports:next.arbitration',
];

it('no sentence has two keys, except in the catalogues of error codes, validation rules and enumerations', () => {
  const [french, dutch] = ['fr', 'nl'].map((language) => new Map(sentences(language)));
  const keysOf = new Map<string, string[]>();
  for (const [key, text] of sentences('en')) {
    if (!text.endsWith('.') || /^(errors|validation|enums):/.test(key)) continue;
    const texts = JSON.stringify([text, french?.get(key), dutch?.get(key)]);
    keysOf.set(texts, [...(keysOf.get(texts) ?? []), key]);
  }
  const repeated = [...keysOf.values()].filter((keys) => keys.length > 1).map((keys) => keys.join(' = '));
  expect(repeated.filter((keys) => !ALLOWED_DUPLICATES.includes(keys))).toEqual([]);
});

/** The namespace with the labels of an entity's fields, the namespaces that show them, and keys there whose text equals a label although they are no label. */
const LABELS: readonly { readonly labels: Namespace; readonly shownBy: RegExp; readonly noLabels: readonly string[] }[] = [
  {
    labels: 'checkFields',
    shownBy: /^(checks|order|planning|missions|reports|evidence):/,
    noLabels: [
      // Contains a soft hyphen for a narrow column.
      'checks:column.superior',
      // The person who acts, not a field.
      'checks:eventBy.doctorUnknown',
      'checks:expected.actor.doctor',
      // Headings and messages.
      'evidence:page.result',
      'planning:detail.appointment',
      'reports:detail.result',
      'reports:excuse.title',
      'reports:excuse.done',
      'checks:event.excuseNoShow',
      // A checkbox, whose label is a sentence in English and Dutch.
      'missions:result.disagreement',
      // Other things: the company of an order, a doctor’s place, how the time of an examination was recorded, the day of a request.
      'order:company.label',
      'planning:doctors.location',
      'reports:pdf.evidence.time',
      'reports:arbitration.on',
    ],
  },
  {
    labels: 'employeeFields',
    shownBy: /^(employees|certificates|exports|certificateFields):/,
    // They contain a soft hyphen for a narrow column.
    noLabels: ['employees:column.employeeMatricule', 'certificates:column.superior'],
  },
  {
    labels: 'certificateFields',
    shownBy: /^(certificates|exports|employeeFields):/,
    // The page's heading; the field is the document.
    noLabels: ['certificates:detail.title'],
  },
  {
    // Users, superiors, doctors and people who sign up.
    labels: 'personFields',
    shownBy: /^(settings|identities|companies):|^planning:doctors\./,
    // Names of a token and of a cost centre; the language of a company.
    noLabels: ['settings:tokens.column.name', 'settings:costCentres.name', 'companies:column.language'],
  },
  {
    labels: 'companyFields',
    shownBy: /^(settings|identities|companies):/,
    // In French a last name and the name of a thing are the same word.
    noLabels: ['settings:tokens.column.name', 'settings:costCentres.name'],
  },
];
/** `checkFields` also contains texts for parts of a check's pages that are no fields. */
const isLabel = (namespace: string, name: string): boolean => namespace !== 'checkFields' || Object.hasOwn(CHECK_FIELDS, name);

describe.each(LABELS)('$labels', ({ labels: namespace, shownBy, noLabels }) => {
  it.each(['en', 'fr', 'nl'])('only the key of a field has the text of its label, in %s', (language) => {
    const all = sentences(language);
    const labels = new Map(
      all.flatMap(([key, text]) => {
        const [of, name = ''] = key.split(':');
        return of === namespace && isLabel(of, name) ? [[text, key] as const] : [];
      }),
    );
    const duplicates = all.filter(([key, text]) => shownBy.test(key) && labels.has(text) && !noLabels.includes(key));
    expect(duplicates.map(([key, text]) => `${key} = ${labels.get(text)}`)).toEqual([]);
  });
});

/** Abbreviations, which end with a full stop in some languages. */
const ABBREVIATED = ['dashboard:tile.points', 'planning:doctors.maxKm'];

it('a text ends with the same punctuation mark in every language', () => {
  const markOf = (text: string): string => /([.?!:…,;]?)["”»)\s]*$/u.exec(text)?.[1] ?? '';
  const all = ['en', 'fr', 'nl', 'de'].map((language) => new Map(sentences(language)));
  const marks = new Map<string, Set<string>>();
  for (const texts of all) {
    // A language may have plural forms that the others lack.
    for (const [key, text] of texts) {
      const base = key.replace(/_(one|many|other)$/, '');
      marks.set(base, (marks.get(base) ?? new Set()).add(markOf(text)));
    }
  }
  expect([...marks].filter(([key, { size }]) => size > 1 && !ABBREVIATED.includes(key)).map(([key]) => key)).toEqual([]);
});

it.each(['en', 'fr', 'nl', 'de'])('the sign § stays beside its number, in %s', (language) => {
  expect(findIn(language, /§ /)).toEqual([]);
});

it('texts for One Shot Checks promise a result by e-mail, never a report, because only clients receive reports', () => {
  // The offer to become a client may mention reports.
  const offer = ['oneShotMails:offer'];
  const promises = ['en', 'fr', 'nl'].flatMap((language) => findIn(language, /\b(reports?|rapports?|verslag(en)?)\b/i, offer));
  expect(promises.filter(([key]) => key.startsWith('oneShot'))).toEqual([]);
});

describe('in English', () => {
  it.each([
    ['writes "employee", not "worker"', /\bworkers?\b/i],
    ['does not write "whoever" or "whomever"', /\b(whoever|whomever|whom do)\b/i],
    ['writes "our planners", not "the provider’s team"', /provider’s team/i],
    ['writes "e-mail", not "mail"', /(?<!-)\bmail(s|ed)?\b/i],
    ['has no space between a number and the percent sign', /\{\}\s%/],
    ['writes "incl. VAT" and "excl. VAT"', /VAT (excluded|included)|(excluding|including) VAT/],
    ['writes "result", not "outcome"', /\boutcomes?\b/i],
  ])('%s', (_, pattern) => {
    expect(findIn('en', pattern)).toEqual([]);
  });
});

describe('in French', () => {
  it.each([
    ['has a non-breaking space before : ; ? ! % » and after «', /(?<=[^\s\u00a0]) [:;?!%»]|« /],
    ['does not write "ne devez pas" for something that is not required', /ne devez (plus|rien|pas)/i],
    ['keeps "One Shot Check" as a name', /contrôle One Shot/i],
    ['has no gender ending in brackets', /\(e\)/],
    ['has curved apostrophes', /'/],
    ['writes "nos planificateurs", not "l’équipe du prestataire"', /équipe du prestataire|équipe de planification/i],
    ['writes that a result is "transmis", not "libéré"', /libér/i],
  ])('%s', (_, pattern) => {
    expect(findIn('fr', pattern)).toEqual([]);
  });
});

describe('in Dutch', () => {
  it.each([
    ['writes "arbeidsongeschiktheid", not "ongeschiktheid"', /\bongeschiktheid/i],
    ['writes "we", not "wij", unless it is stressed', /\bwij\b/i, ['errors:user.secondStepElsewhere']],
    ['keeps "One Shot Check" as a name', /One Shot-/],
    ['writes "onderneming", not "bedrijf"', /\bbedrij(f|ven)\b/i],
    ['writes "resultaat", not "uitkomst"', /\b(uitkomst|afloop)\b/i],
    ['writes "onze planners", not "het planningsteam"', /team van de dienstverlener|planningsteam/i],
    ['has one kind of quotation marks', /[‘'"]/],
    ['writes "versturen", not "verzenden"', /\bverz(end|ond)/i, ['checks:employeeMessage.smsWaiting']],
    ['writes "pdf" in lower case', /PDF/],
    ['has no space between a number and the percent sign', /\{\}\s%/],
  ] as readonly [string, RegExp, (readonly string[])?][])('%s', (_, pattern, allowed) => {
    expect(findIn('nl', pattern, allowed)).toEqual([]);
  });
});

describe('in German', () => {
  it.each([
    ['writes "Attest", as the other texts for employees do', /Bescheinigung/],
    ['writes "Feststellungen", not "Befund"', /Befund/],
  ])('%s', (_, pattern) => {
    expect(findIn('de', pattern)).toEqual([]);
  });
});
