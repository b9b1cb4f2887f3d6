import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const directory = new URL('../locales/', import.meta.url);
const PLURAL_ENDING = /_(zero|one|two|few|many|other)$/;

type Texts = { [key: string]: string | Texts };

function read(language: string, namespace: string): Texts {
  return JSON.parse(readFileSync(new URL(`${language}/${namespace}.json`, directory), 'utf8'));
}

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[`${prefix}${key}`, value]] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

function namespacesOf(language: string): string[] {
  return readdirSync(new URL(`${language}/`, directory)).map((file) => file.replace(/\.json$/, ''));
}

/** Keys without plural endings, each with the parameters that any of its forms uses. */
function shapeOf(texts: Texts): Map<string, string> {
  const shape = new Map<string, Set<string>>();
  for (const [key, text] of flatten(texts)) {
    const base = key.replace(PLURAL_ENDING, '');
    const params = shape.get(base) ?? new Set<string>();
    for (const [, name] of text.matchAll(/\{\{-?\s*(\w+)[^}]*\}\}/g)) if (name) params.add(name);
    shape.set(base, params);
  }
  return new Map([...shape].map(([key, params]) => [key, [...params].sort().join(' ')]));
}

function pluralFormsMissing(language: string, texts: Texts): string[] {
  const keys = [...flatten(texts).keys()];
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const bases = new Set(keys.filter((key) => PLURAL_ENDING.test(key)).map((key) => key.replace(PLURAL_ENDING, '')));
  return [...bases].flatMap((base) => categories.map((category) => `${base}_${category}`)).filter((key) => !keys.includes(key));
}

const english = namespacesOf('en');

describe.each(['en', 'fr', 'nl', 'de'])('translations in %s', (language) => {
  const namespaces = namespacesOf(language);

  it('have the namespaces of English; German has only some of them', () => {
    if (language === 'de') expect(english).toEqual(expect.arrayContaining(namespaces));
    else expect(namespaces.sort()).toEqual([...english].sort());
  });

  it.each(namespaces)('have every key and every parameter of English, and no others: %s', (namespace) => {
    expect(shapeOf(read(language, namespace))).toEqual(shapeOf(read('en', namespace)));
  });

  it.each(namespaces)('have every plural form of the language: %s', (namespace) => {
    expect(pluralFormsMissing(language, read(language, namespace))).toEqual([]);
  });

  it.each(namespaces)('have no text that is empty or starts or ends with a space: %s', (namespace) => {
    const bad = [...flatten(read(language, namespace))].filter(([, text]) => text === '' || text.trim() !== text);
    expect(bad).toEqual([]);
  });
});
