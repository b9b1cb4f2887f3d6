import { useTranslation } from 'react-i18next';
import { Spinner } from '../content/Spinner.tsx';

/** Stands where a dialog will, while its chunk is on its way. */
export function DialogFallback() {
  const { t } = useTranslation('common');
  return (
    <div role="status" aria-label={t('loading')} className="fixed inset-0 z-50 grid place-items-center bg-black/40 text-white">
      <Spinner size={24} />
    </div>
  );
}
