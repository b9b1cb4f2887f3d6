import { useState } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Button } from '../../../ui/controls/Button.tsx';

interface LinkQuestionProps {
  /** Name in the link's token, for display. */
  person: string | undefined;
  onAccept: () => Promise<void>;
  onRefuse: () => void;
}

/** "Continue as X?": a link of another account never signs in silently (security.md 1B). */
export function LinkQuestion({ person, onAccept, onRefuse }: LinkQuestionProps) {
  const t = useTranslations('auth');
  const [busy, setBusy] = useState(false);
  const handleAccept = async (): Promise<void> => {
    setBusy(true);
    await onAccept();
  };
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-sm font-semibold text-fg">{person ? t('handoff.title', { name: person }) : t('handoff.titleUnknown')}</h2>
        <p className="mt-1 text-xs text-muted">{t('handoff.text')}</p>
      </div>
      <div className="flex flex-col gap-2">
        <Button variant="primary" size="md" fullWidth loading={busy} onClick={() => void handleAccept()}>
          {person ? t('handoff.continue', { name: person }) : t('handoff.continueUnknown')}
        </Button>
        <Button size="md" fullWidth disabled={busy} onClick={onRefuse}>
          {t('handoff.stay')}
        </Button>
      </div>
    </div>
  );
}
