import { useTranslations } from '../../lib/i18n/translations.ts';
import { EmptyState } from '../../ui/content/EmptyState.tsx';

/** The page for an account that belongs to no company yet. */
export function NothingHere() {
  const t = useTranslations('shell');
  const title = <h1>{t('nothing.title')}</h1>;
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <EmptyState icon="building" title={title} text={t('nothing.text')} />
    </div>
  );
}
