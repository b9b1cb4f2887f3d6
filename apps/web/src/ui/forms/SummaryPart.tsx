import type { ReactNode } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Button } from '../controls/Button.tsx';

/** A part of the summary of an order, with a link back to its step. Needs the translations of `order`. */
export function SummaryPart({ title, onChange, children }: { title: string; onChange: () => void; children: ReactNode }) {
  const t = useTranslations('order');
  return (
    <section aria-label={title} className="border-t border-line pt-3">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{title}</h3>
        <Button variant="ghost" size="xs" icon="edit" onClick={onChange} aria-label={`${t('summary.change')}: ${title}`}>
          {t('summary.change')}
        </Button>
      </div>
      {children}
    </section>
  );
}
