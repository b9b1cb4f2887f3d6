import { TRANSLATION_RETRY_MS } from '@checkwell/domain/constants';

/** What readiness needs to know of the translations. */
export interface Translations {
  /** Namespaces whose translations are not there in the current language. */
  missing(): readonly string[];
  /** Whether English stands in for them, so that the screen can be shown meanwhile. */
  substituted(): boolean;
  reload(): Promise<void>;
}

export interface ReadinessEnvironment {
  readonly translations: Translations;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Runs the listener whenever the tab becomes visible. */
  readonly onVisible: (listener: () => void) => void;
  readonly log: (message: string, error: unknown) => void;
}

/**
 * Resolves once the application may be shown (specification, section 4): translations are confirmed; if they are
 * missing, they are reloaded and the check is retried after 100 ms; English is in when the language fails
 * (section 8); a failed check is logged and the application shown anyway. Checked again when the tab becomes visible.
 */
export async function confirmTranslations(environment: ReadinessEnvironment): Promise<void> {
  const { translations, wait, onVisible, log } = environment;
  const recheck = async (): Promise<void> => {
    if (translations.missing().length > 0) await translations.reload();
  };
  onVisible(() => void recheck().catch((error: unknown) => log('Error checking translations:', error)));
  try {
    while (translations.missing().length > 0 && !translations.substituted()) {
      await translations.reload();
      if (translations.missing().length > 0) await wait(TRANSLATION_RETRY_MS);
    }
  } catch (error) {
    log('Error checking translations:', error);
  }
}
