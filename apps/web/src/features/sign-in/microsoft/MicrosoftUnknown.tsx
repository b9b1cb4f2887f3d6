import { useEffect, useRef } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Button, buttonClass } from '../../../ui/controls/Button.tsx';
import { AppLink } from '../../../ui/links/AppLink.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Ticket of a person whom Microsoft has identified and who has no account here. */
    microsoftTicket?: string;
  }
}

/** Shown to people whom Microsoft has identified and who have no account here: they can ask for one with Microsoft's data. */
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
