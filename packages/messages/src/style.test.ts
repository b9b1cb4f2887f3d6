import { readdirSync, readFileSync } from 'node:fs';
import { CHECK_FIELDS } from '@checkwell/domain/check/fields';
import { describe, expect, it } from 'vitest';
import type { Namespace } from './index.ts';

/** What a program can check of docs/wording.md. Sentences of the specification, which stay as they are: catalogue.test.ts. */
type Texts = { [key: string]: string | Texts };

const directory = new URL('../locales/', import.meta.url);

/** In a long heading it says where the word breaks. */
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

/** Sentences of a language that match, without those that may. */
const found = (language: string, pattern: RegExp, allowed: readonly string[] = []): readonly (readonly [string, string])[] =>
  sentences(language).filter(([key, text]) => pattern.test(text.replaceAll(/\{\{[^}]*\}\}/g, '{}')) && !allowed.includes(key));

const TWICE = [
  // What will be so, and what is so.
  'reports:outcomeText.nonOperable = reports:outcomeText.cancelled',
  'planning:action.commentEmployer = reports:comment.released',
  // The sample beside the sign-in quotes the report, without loading all translations of reports.
  'auth:aside.sample.mark = publicPages:sampleReport.note',
  'auth:aside.sample.disagreement = reports:next.arbitration',
];

it('a sentence is said once, unless a code, a rule or a value has it as its text', () => {
  const [french, dutch] = ['fr', 'nl'].map((language) => new Map(sentences(language)));
  const keysOf = new Map<string, string[]>();
  for (const [key, text] of sentences('en')) {
    if (!text.endsWith('.') || /^(errors|validation|enums):/.test(key)) continue;
    const same = JSON.stringify([text, french?.get(key), dutch?.get(key)]);
    keysOf.set(same, [...(keysOf.get(same) ?? []), key]);
  }
  const repeated = [...keysOf.values()].filter((keys) => keys.length > 1).map((keys) => keys.join(' = '));
  expect(repeated.filter((keys) => !TWICE.includes(keys))).toEqual([]);
});

/** The labels of an entity's fields, the screens and documents that show it, and what has the text of a label there without being one. */
const LABELS: readonly { readonly labels: Namespace; readonly shownBy: RegExp; readonly noLabels: readonly string[] }[] = [
  {
    labels: 'checkFields',
    shownBy: /^(checks|order|planning|missions|reports|evidence):/,
    noLabels: [
      // It says where the word breaks in a narrow column.
      'checks:column.superior',
      // Somebody who does something.
      'checks:eventBy.doctorUnknown',
      'checks:expected.actor.doctor',
      // A heading, or a message.
      'evidence:page.result',
      'planning:detail.appointment',
      'reports:detail.result',
      'reports:excuse.title',
      'reports:excuse.done',
      'checks:event.excuseNoShow',
      // A tick box, which English and Dutch word as a sentence.
      'missions:result.disagreement',
      // Another thing: the company of an order, a doctor’s place, how the time of an examination was recorded, the day of a request.
      'order:company.label',
      'planning:doctors.location',
      'reports:pdf.evidence.time',
      'reports:arbitration.on',
    ],
  },
  {
    labels: 'employeeFields',
    shownBy: /^(employees|certificates|exports|certificateFields):/,
    // They say where the word breaks in a narrow column.
    noLabels: ['employees:column.employeeMatricule', 'certificates:column.superior'],
  },
  {
    labels: 'certificateFields',
    shownBy: /^(certificates|exports|employeeFields):/,
    // The page's heading; the field is the document.
    noLabels: ['certificates:detail.title'],
  },
  {
    // Users, superiors, doctors and those who ask for access.
    labels: 'personFields',
    shownBy: /^(settings|identities|companies):|^planning:doctors\./,
    // Names of a token and of a cost centre; the language of a company.
    noLabels: ['settings:tokens.column.name', 'settings:costCentres.name', 'companies:column.language'],
  },
  {
    labels: 'companyFields',
    shownBy: /^(settings|identities|companies):/,
    // In French a last name and the name of something are one word.
    noLabels: ['settings:tokens.column.name', 'settings:costCentres.name'],
  },
];
/** Other texts of the same namespaces: parts of a check's pages that are no fields of it. */
const isLabel = (namespace: string, name: string): boolean => namespace !== 'checkFields' || Object.hasOwn(CHECK_FIELDS, name);

describe.each(LABELS)('$labels', ({ labels: namespace, shownBy, noLabels }) => {
  it.each(['en', 'fr', 'nl'])('a field has one label in %s', (language) => {
    const all = sentences(language);
    const labels = new Map(
      all.flatMap(([key, text]) => {
        const [of, name = ''] = key.split(':');
        return of === namespace && isLabel(of, name) ? [[text, key] as const] : [];
      }),
    );
    const again = all.filter(([key, text]) => shownBy.test(key) && labels.has(text) && !noLabels.includes(key));
    expect(again.map(([key, text]) => `${key} = ${labels.get(text)}`)).toEqual([]);
  });
});

/** Abbreviations, which end with a point of their own. */
const ABBREVIATED = ['dashboard:tile.points', 'planning:doctors.maxKm'];

it('a text ends with the same mark in every language', () => {
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

it('a One Shot Check promises a result by e-mail, never a report: reports are for clients', () => {
  // The offer to become a client.
  const client = ['oneShotMails:offer'];
  const promises = ['en', 'fr', 'nl'].flatMap((language) => found(language, /\b(reports?|rapports?|verslag(en)?)\b/i, client));
  expect(promises.filter(([key]) => key.startsWith('oneShot'))).toEqual([]);
});

describe('in English', () => {
  it.each([
    ['employee, not worker', /\bworkers?\b/i],
    ['people are not clauses', /\b(whoever|whomever|whom do)\b/i],
    ['the people who plan are our planners', /provider’s team/i],
    ['an e-mail, never a mail', /(?<!-)\bmail(s|ed)?\b/i],
    ['a percentage stands with its number', /\{\}\s%/],
    ['VAT is incl. or excl.', /VAT (excluded|included)|(excluding|including) VAT/],
    ['a result, not an outcome', /\boutcomes?\b/i],
  ])('%s', (_, pattern) => {
    expect(found('en', pattern)).toEqual([]);
  });
});

describe('in French', () => {
  it.each([
    ['a space before a double mark does not break', /(?<=[^\s\u00a0]) [:;?!%»]|« /],
    ['nothing to do is no ban', /ne devez (plus|rien|pas)/i],
    ['One Shot Check is a name', /contrôle One Shot/i],
    ['no gender in brackets', /\(e\)/],
    ['apostrophes are curved', /'/],
    ['the people who plan are nos planificateurs', /équipe du prestataire|équipe de planification/i],
    ['a result is passed on (transmis)', /libér/i],
  ])('%s', (_, pattern) => {
    expect(found('fr', pattern)).toEqual([]);
  });
});

describe('in Dutch', () => {
  it.each([
    ['arbeidsongeschiktheid in full', /\bongeschiktheid/i],
    ['we, not wij, unless it is stressed', /\bwij\b/i, ['errors:user.secondStepElsewhere']],
    ['One Shot Check is a name', /One Shot-/],
    ['onderneming, not bedrijf', /\bbedrij(f|ven)\b/i],
    ['resultaat, not uitkomst', /\b(uitkomst|afloop)\b/i],
    ['the people who plan are onze planners', /team van de dienstverlener|planningsteam/i],
    ['one kind of quotation marks', /[‘'"]/],
    ['versturen, not verzenden', /\bverz(end|ond)/i, ['checks:telling.smsWaiting']],
    ['pdf in lower case', /PDF/],
    ['a percentage stands with its number', /\{\}\s%/],
  ] as readonly [string, RegExp, (readonly string[])?][])('%s', (_, pattern, allowed) => {
    expect(found('nl', pattern, allowed)).toEqual([]);
  });
});

describe('in German', () => {
  it.each([
    ['Attest, as the other texts for employees say', /Bescheinigung/],
    ['Feststellungen, not Befund', /Befund/],
  ])('%s', (_, pattern) => {
    expect(found('de', pattern)).toEqual([]);
  });
});
