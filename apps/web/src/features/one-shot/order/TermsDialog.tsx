import { oneShotTerms } from '@checkwell/messages/one-shot-terms';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { NoticeDialog } from '../../../ui/overlays/Dialog.tsx';

/** The terms: price, service, refunds, and use of the data. */
export function TermsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('oneShot');
  const format = useFormat();
  return (
    <NoticeDialog open={open} onClose={onClose} title={t('terms.title')} closeLabel={t('common:close')}>
      <div className="flex flex-col gap-4">
        {oneShotTerms(t, format).map(({ title, text }) => (
          <section key={title}>
            <h3 className="text-xs font-semibold">{title}</h3>
            <p className="mt-1 text-pretty">{text}</p>
          </section>
        ))}
      </div>
    </NoticeDialog>
  );
}
