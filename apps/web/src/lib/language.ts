import { DEFAULT_LANGUAGE, INTERFACE_ADMIN, INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';

/**
 * The languages on offer, from the build-time setting `VITE_LANGUAGES`: comma-separated, trimmed, lower-cased
 * (specification, section 1). Languages without words are left out; an empty setting offers all.
 */
export function parseLanguages(setting: string | undefined): readonly InterfaceLanguage[] {
  const wanted = (setting ?? '').split(',').map((language) => language.trim().toLowerCase());
  const offered = [...new Set(wanted)].filter((language): language is InterfaceLanguage =>
    INTERFACE_LANGUAGES.some((known) => known === language),
  );
  return offered.length > 0 ? offered : INTERFACE_LANGUAGES;
}

/** The language as one of those on offer, whatever its case; undefined when it is not on offer. */
export function offeredLanguage(language: string | null | undefined, offered: readonly InterfaceLanguage[]): InterfaceLanguage | undefined {
  const lower = language?.trim().toLowerCase();
  return offered.find((candidate) => candidate === lower);
}

/** The language before anybody is known: the saved one, else the default. */
export function initialLanguage(saved: string | null, offered: readonly InterfaceLanguage[]): InterfaceLanguage {
  return offeredLanguage(saved, offered) ?? offeredLanguage(DEFAULT_LANGUAGE, offered) ?? offered[0] ?? DEFAULT_LANGUAGE;
}

/**
 * What the loaded superior changes (specification, section 4): with the request form InterfaceAdmin its language
 * wins and is saved; otherwise a saved language is applied. Undefined: stay as it is.
 */
export function languageForSuperior(
  superior: { readonly language?: string | null; readonly requestForm?: string | null } | undefined,
  saved: string | null,
  offered: readonly InterfaceLanguage[],
): { language: InterfaceLanguage; save: boolean } | undefined {
  if (superior?.language && superior.requestForm === INTERFACE_ADMIN) {
    const language = offeredLanguage(superior.language, offered);
    if (language) return { language, save: true };
  }
  const language = offeredLanguage(saved, offered);
  return language && { language, save: false };
}
