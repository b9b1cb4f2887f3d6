import { useTranslations } from '../../lib/i18n/translations.ts';
import { Icon } from '../content/Icon.tsx';
import { Button } from '../controls/Button.tsx';

/** The mark under a field whose value was read from a document and is not confirmed (`ReadingStatus`). For the `hint` of a `Field`. */
export function ProposedMark({
  label,
  onDismiss,
}: {
  /** Label of the field, for the button's accessible name. */
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
