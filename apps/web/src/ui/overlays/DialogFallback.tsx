import { useTranslations } from '../../lib/i18n/translations.ts';
import { Spinner } from '../content/Spinner.tsx';

/** Shown while the chunk of a dialog loads. */
export function DialogFallback() {
  const t = useTranslations('common');
  return (
    <div role="status" aria-label={t('loading')} className="fixed inset-0 z-50 grid place-items-center bg-black/40 text-white">
      <Spinner size={24} />
    </div>
  );
}
