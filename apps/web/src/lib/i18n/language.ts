import { DEFAULT_LANGUAGE, INTERFACE_ADMIN, INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import { LOCAL, SESSION } from '../session/storage-keys.ts';

/**
 * The languages on offer, from the build-time setting `VITE_LANGUAGES`: comma-separated, trimmed, lower-cased
 * (specification, section 1). Languages without translations are left out; an empty setting offers all.
 */
export function parseLanguages(setting: string | undefined): readonly InterfaceLanguage[] {
  const wanted = (setting ?? '').split(',').map((language) => language.trim().toLowerCase());
  const offered = [...new Set(wanted)].filter((language): language is InterfaceLanguage =>
    INTERFACE_LANGUAGES.some((known) => known === language),
  );
  return offered.length > 0 ? offered : INTERFACE_LANGUAGES;
}

/** The language as one of those on offer, whatever its case and region (`nl-BE`); undefined when it is not on offer. */
export function offeredLanguage(language: string | null | undefined, offered: readonly InterfaceLanguage[]): InterfaceLanguage | undefined {
  const [primary] = (language ?? '').trim().toLowerCase().split('-');
  return offered.find((candidate) => candidate === primary);
}

/**
 * The language before anybody is known: the first of these that is on offer, else the default.
 * @param preferences the strongest first, such as the saved one, that of a link, the account's, the browser's
 */
export function initialLanguage(
  preferences: readonly (string | null | undefined)[],
  offered: readonly InterfaceLanguage[],
): InterfaceLanguage {
  for (const preference of preferences) {
    const language = offeredLanguage(preference, offered);
    if (language) return language;
  }
  return offeredLanguage(DEFAULT_LANGUAGE, offered) ?? offered[0] ?? DEFAULT_LANGUAGE;
}

/** What is known of the language before anybody is: chosen here, of the mail whose link was followed, of the account last used here, of the browser. */
export function preferredLanguages(
  local: Pick<Storage, 'getItem'>,
  tab: Pick<Storage, 'getItem'>,
  browser: readonly string[],
): readonly (string | null)[] {
  return [local.getItem(LOCAL.language), tab.getItem(SESSION.linkLanguage), local.getItem(LOCAL.accountLanguage), ...browser];
}

/** The part of a superior's record that sets the language of the screens. */
type LanguageOfSuperior = { readonly language?: string | null; readonly requestForm?: string | null };

/** The language that a superior's record sets, whatever was chosen: with the request form InterfaceAdmin (specification, section 4). */
export function languageSetBySuperior(
  superior: LanguageOfSuperior | undefined,
  offered: readonly InterfaceLanguage[],
): InterfaceLanguage | undefined {
  return superior?.requestForm === INTERFACE_ADMIN ? offeredLanguage(superior.language, offered) : undefined;
}

/**
 * The language once profile and superior are loaded (specification, section 4): the one that the superior's record
 * sets, which is saved; else the saved one; else the profile's, which is only remembered as the account's.
 * Undefined: stay as it is.
 */
export function languageOfPerson(
  { superior, profile }: { readonly superior: LanguageOfSuperior | undefined; readonly profile: { readonly language: string } | undefined },
  saved: string | null,
  offered: readonly InterfaceLanguage[],
): { language: InterfaceLanguage; keep: 'choice' | 'account' | 'nothing' } | undefined {
  const set = languageSetBySuperior(superior, offered);
  if (set) return { language: set, keep: 'choice' };
  const chosen = offeredLanguage(saved, offered);
  if (chosen) return { language: chosen, keep: 'nothing' };
  const own = offeredLanguage(profile?.language, offered);
  return own && { language: own, keep: 'account' };
}
