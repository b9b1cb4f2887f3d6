import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { currentLanguage, i18n } from '../i18n/i18n.ts';
import { sentenceOf } from '../i18n/sentence.ts';
import { ApiError } from './api-error.ts';

/**
 * One sentence for any failure, in the interface language: the catalogue's (namespace `errors`), being offline, cookies that the browser refuses,
 * else the generic sentence of section 8 of the specification.
 */
export function errorText(error: unknown, language: InterfaceLanguage = currentLanguage()): string {
  const t = i18n.getFixedT(language, ['common', 'errors']);
  if (isOffline(error)) return `${t('common:failed.offlineTitle')}. ${t('common:failed.offlineText')}`;
  if (error instanceof ApiError && error.code === 'web.cookiesRefused')
    return t(isSecureContext ? 'common:failed.cookiesRefused' : 'common:failed.insecureAddress');
  if (!(error instanceof ApiError)) return t('common:genericError');
  const key = `errors:${error.code}`;
  if (error.code === 'server.unexpected' || !i18n.exists(key)) return t('common:genericError');
  return sentenceOf(key, error.params, language) ?? t('common:genericError');
}

/** Messages of browsers and of the build when a chunk could not be loaded. */
const MISSING_CODE = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/** Whether the server was not reached, be it for data or for a part of the program. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError ? error.code === 'web.offline' : error instanceof Error && MISSING_CODE.test(error.message);
}

/** The id for a toast, only for errors of the server: a refusal explains itself. */
export function toastReference(error: unknown): string | undefined {
  return error instanceof ApiError && error.status >= 500 ? error.traceId : undefined;
}

/** The id under which the server logged the failure, to be quoted to support. */
export function errorReference(error: unknown): string | undefined {
  return error instanceof ApiError ? error.traceId : undefined;
}
