import { useTranslations } from '../../lib/i18n/translations.ts';
import { Card } from '../../ui/content/Card.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Remarks, UsedDays } from './AdvicePanel.tsx';
import type { Advice } from './use-advice.ts';

/** Remarks on the certificate while it is typed. Screen readers announce changes; no remark prevents saving. */
export function AdviceCard({
  advice: { advice, pending, failed, retry },
  showUsedDays,
  className,
}: {
  readonly advice: Advice;
  readonly showUsedDays: boolean;
  readonly className: string;
}) {
  const t = useTranslations('certificates');
  return (
    <Card title={t('advice.title')} hint={t('advice.hint')} className={className}>
      <div className="flex flex-col gap-3">
        <div role="status" aria-busy={pending}>
          {advice && advice.remarks.length > 0 ? (
            <Remarks remarks={advice.remarks} />
          ) : (
            <p className="text-xs text-muted">{t(failed ? 'advice.failed' : advice ? 'advice.none' : 'advice.waiting')}</p>
          )}
        </div>
        {failed && (
          <Button icon="refresh" onClick={retry} className="self-start">
            {t('common:retry')}
          </Button>
        )}
        {advice && showUsedDays && advice.noCertificateDays.quota > 0 && <UsedDays count={advice.noCertificateDays} />}
      </div>
    </Card>
  );
}
