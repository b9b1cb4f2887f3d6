import { useTranslations } from '../../lib/i18n/translations.ts';
import { Icon } from '../content/Icon.tsx';
import { Button } from '../controls/Button.tsx';

/** Under a field: its value was read from a document, and waits for a person (`ReadingStatus`). For the `hint` of a `Field`. */
export function ProposedMark({
  label,
  onDismiss,
}: {
  /** Of the field, for those who hear the button. */
  readonly label: string;
  readonly onDismiss: () => void;
}) {
  const t = useTranslations('common');
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-info-fg">
      <span className="flex items-start gap-1">
        <Icon name="info" size={13} className="mt-px" />
        {t('proposed.text')}
      </span>
      <Button variant="link" size="xs" onClick={onDismiss} aria-label={t('proposed.dismissField', { field: label })}>
        {t('proposed.dismiss')}
      </Button>
    </span>
  );
}
