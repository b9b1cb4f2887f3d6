import { useEffect, useRef } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Button, buttonClass } from '../../../ui/controls/Button.tsx';
import { AppLink } from '../../../ui/links/AppLink.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of somebody whom Microsoft has proven and nobody here knows. */
    microsoftTicket?: string;
  }
}

/** Microsoft knows the person, this product does not: they ask for an account, and what Microsoft said goes along. */
export function MicrosoftUnknown({ ticket, onBack }: { ticket: string; onBack: () => void }) {
  const t = useTranslations('auth');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-sm font-semibold text-fg">
          {t('microsoft.unknown.title')}
        </h2>
        <p className="mt-1 text-xs text-pretty text-muted">{t('microsoft.unknown.text')}</p>
      </div>
      <div className="flex flex-col gap-2">
        <AppLink
          to="/confirm-identity"
          state={{ microsoftTicket: ticket }}
          className={buttonClass({ variant: 'primary', size: 'md', fullWidth: true })}
        >
          {t('microsoft.unknown.confirm')}
        </AppLink>
        <Button size="md" fullWidth onClick={onBack}>
          {t('microsoft.unknown.back')}
        </Button>
      </div>
    </div>
  );
}
