import { useTranslations } from '../../lib/i18n/translations.ts';
import { Button } from '../../ui/controls/Button.tsx';

interface MissionFormActionsProps {
  readonly submit: string;
  readonly busy: boolean;
  readonly onBack: () => void;
}

/** The buttons to go back and to send a doctor's form. On a phone they stay within reach of the thumb. */
export function MissionFormActions({ submit, busy, onBack }: MissionFormActionsProps) {
  const t = useTranslations('common');
  return (
    <div className="sticky bottom-(--bottom-nav,0px) short:static -mx-4 flex gap-2 border-t border-line bg-surface px-4 py-3 sm:static sm:mx-0 sm:rounded-lg sm:border">
      <Button size="lg" onClick={onBack}>
        {t('back')}
      </Button>
      <Button type="submit" variant="primary" size="lg" fullWidth loading={busy}>
        {submit}
      </Button>
    </div>
  );
}
