import { useTranslation } from 'react-i18next';
import type { ReadingState } from '../lib/certificate-reading.ts';
import { Icon } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';

/** What becomes of the reading of an uploaded document, in a region that is read out when it changes. */
export function ReadingStatus({ state }: { readonly state: ReadingState }) {
  const { t } = useTranslation('common');
  return (
    <div role="status" className="text-2xs empty:hidden">
      {state.at === 'reading' && (
        <p className="flex items-center gap-1.5 text-muted">
          <Spinner size={13} />
          {t('reading.busy')}
        </p>
      )}
      {state.at === 'filled' && (
        <p className="flex items-start gap-1.5 text-info-fg">
          <Icon name="info" size={13} className="mt-px" />
          {t('reading.filled', { count: state.count })}
        </p>
      )}
      {state.at === 'nothing' && <p className="text-muted">{t('reading.nothing')}</p>}
      {state.at === 'otherWorker' && (
        <p className="flex items-start gap-1.5 text-warning-fg">
          <Icon name="alert" size={13} className="mt-px" />
          {t('reading.otherWorker')}
        </p>
      )}
    </div>
  );
}
