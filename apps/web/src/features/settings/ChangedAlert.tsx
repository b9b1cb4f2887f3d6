import { useWords } from '../../lib/i18n/words.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Button } from '../../ui/controls/Button.tsx';

interface ChangedAlertProps<Field extends string> {
  /** Fields that both changed. */
  readonly conflicts: readonly Field[];
  /** A field's label and what the other person saved, in words. */
  readonly describe: (field: Field) => { readonly label: string; readonly value: string };
  readonly onTake: (field: Field) => void;
}

/** Somebody else saved the same thing: nothing that was typed is lost, and each difference can be settled. */
export function ChangedAlert<Field extends string>({ conflicts, describe, onTake }: ChangedAlertProps<Field>) {
  const t = useWords('settings');
  return (
    <Alert tone="warning" live title={t('changed.title')}>
      <p>{t('common:conflict.text')}</p>
      {conflicts.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2">
          {conflicts.map((field) => {
            const { label, value } = describe(field);
            return (
              <li key={field} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span>{value ? t('common:conflict.theirs', { field: label, value }) : t('common:conflict.empty', { field: label })}</span>
                <Button size="xs" aria-label={t('common:conflict.takeField', { field: label })} onClick={() => onTake(field)}>
                  {t('common:conflict.take')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </Alert>
  );
}
