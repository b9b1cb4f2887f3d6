import { useTranslations } from '../../lib/i18n/translations.ts';
import { Alert } from '../content/Alert.tsx';
import { Button } from '../controls/Button.tsx';

interface ConflictAlertProps<Field extends string> {
  /** The message that somebody else changed the record. */
  readonly title: string;
  /** Fields that both people changed. */
  readonly conflicts: readonly Field[];
  /** A field's label and what the other person saved, in words. */
  readonly describe: (field: Field) => { readonly label: string; readonly value: string };
  readonly onTake: (field: Field) => void;
}

/** Says that somebody else saved the same record, and lets the user choose a value for each field that both changed. */
export function ConflictAlert<Field extends string>({ title, conflicts, describe, onTake }: ConflictAlertProps<Field>) {
  const t = useTranslations('common');
  return (
    <Alert tone="warning" live title={title}>
      <p>{t('conflict.text')}</p>
      {conflicts.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2">
          {conflicts.map((field) => {
            const { label, value } = describe(field);
            return (
              <li key={field} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span>{value ? t('conflict.theirs', { field: label, value }) : t('conflict.empty', { field: label })}</span>
                <Button size="xs" aria-label={t('conflict.takeField', { field: label })} onClick={() => onTake(field)}>
                  {t('conflict.take')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </Alert>
  );
}
