import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { ApiError } from './api-error.ts';
import { currentLanguage, i18n } from './i18n.ts';

/**
 * One sentence for any failure, in the interface language: the catalogue's (namespace `errors`), being offline,
 * else the generic sentence of section 8 of the specification.
 */
export function errorText(error: unknown, language: InterfaceLanguage = currentLanguage()): string {
  const t = i18n.getFixedT(language, ['common', 'errors']);
  if (!(error instanceof ApiError)) return t('common:genericError');
  if (error.code === 'web.offline') return `${t('common:failed.offlineTitle')}. ${t('common:failed.offlineText')}`;
  const key = `errors:${error.code}`;
  if (error.code === 'server.unexpected' || !i18n.exists(key)) return t('common:genericError');
  // The catalogue's codes and its words are held together by the compiler (packages/messages), their parameters by tests.
  return (t as unknown as (key: string, params: object) => string)(key, error.params);
}

/** The id under which the server logged the failure, to be quoted to support. */
export function errorReference(error: unknown): string | undefined {
  return error instanceof ApiError ? error.traceId : undefined;
}
