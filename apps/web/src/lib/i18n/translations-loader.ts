import type { Namespace } from '@checkwell/messages';
import { i18n } from './i18n.ts';

/** Loads the translations of these namespaces in the current language. Never rejects: see the fallback in i18n.ts. */
export async function loadTranslations(...namespaces: Namespace[]): Promise<void> {
  await i18n.loadNamespaces(namespaces);
}
