import type { Namespace } from '@checkwell/messages';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

export { loadWords } from './words-loader.ts';

/**
 * `const t = useWords('checks', 'enums')`: `t('list.title')` from the first namespace, `t('enums:checkStatus.Planning')`
 * from another, `t('common:save')` always. The route's loader has loaded them (`loadWords`).
 */
export function useWords<N extends [Namespace, ...Namespace[]]>(...namespaces: N): TFunction<[...N, 'common']> {
  // The cast bridges react-i18next's own conditional types; the result is what i18next says of these namespaces.
  return useTranslation([...namespaces, 'common'] as unknown as 'common').t as unknown as TFunction<[...N, 'common']>;
}
