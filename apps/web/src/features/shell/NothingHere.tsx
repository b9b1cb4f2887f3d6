import { useTranslations } from '../../lib/i18n/translations.ts';
import { EmptyState } from '../../ui/content/EmptyState.tsx';

/** For an account that no company has taken in yet. */
export function NothingHere() {
  const t = useTranslations('shell');
  const title = <h1>{t('nothing.title')}</h1>;
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <EmptyState icon="building" title={title} text={t('nothing.text')} />
    </div>
  );
}
