import { useRef, useState } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import type { ReadingState } from '../../lib/records/certificate-reading.ts';
import { Icon } from '../content/Icon.tsx';
import { Spinner } from '../content/Spinner.tsx';
import { Button } from '../controls/Button.tsx';

interface ReadingStatusProps {
  readonly state: ReadingState;
  /** Number of fields whose proposed value is not confirmed yet. */
  readonly waiting: number;
  readonly onAllCorrect: () => void;
}

/** The state of the reading of an uploaded document, announced by screen readers, with a button that confirms all proposals. */
export function ReadingStatus({ state, waiting, onAllCorrect }: ReadingStatusProps) {
  const t = useTranslations('common');
  const [confirmed, setConfirmed] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  if (confirmed && waiting > 0) setConfirmed(false);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-2xs empty:hidden">
      <div ref={region} tabIndex={-1} role="status" className="outline-none empty:hidden">
        {state.at === 'reading' && (
          <p className="flex items-center gap-1.5 text-muted">
            <Spinner size={13} />
            {t('reading.busy')}
          </p>
        )}
        {waiting > 0 && state.at !== 'reading' && (
          <p className="flex items-start gap-1.5 text-info-fg">
            <Icon name="info" size={13} className="mt-px" />
            {t('reading.filled', { count: waiting })}
          </p>
        )}
        {confirmed && state.at !== 'reading' && (
          <p className="flex items-start gap-1.5 text-success-fg">
            <Icon name="check" size={13} className="mt-px" />
            {t('reading.confirmed')}
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
      {waiting > 0 && state.at !== 'reading' && (
        <Button
          size="xs"
          icon="check"
          onClick={() => {
            setConfirmed(true);
            onAllCorrect();
            // This removes the pressed button.
            region.current?.focus();
          }}
        >
          {t('reading.allCorrect')}
        </Button>
      )}
    </div>
  );
}
