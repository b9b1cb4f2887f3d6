import { IMPORT_LIMITS } from '@checkwell/domain/people/import';
import { useId, useRef, useState } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Icon } from '../../../ui/content/Icon.tsx';
import { Spinner } from '../../../ui/content/Spinner.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { FieldError } from '../../../ui/controls/Field.tsx';
import { DropZone } from '../../../ui/documents/DropZone.tsx';
import { type FileRefusal, type FileTable, readTables, UnreadableFile } from './read-table.ts';

interface FileStepProps {
  readonly fileName: string;
  readonly tables: readonly FileTable[];
  readonly onFile: (name: string, tables: readonly FileTable[]) => void;
}

/** Lets the user choose the file, which the browser reads; nothing is sent yet. */
export function FileStep({ fileName, tables, onFile }: FileStepProps) {
  const t = useTranslations('employees');
  const format = useFormat();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);
  const [refusal, setRefusal] = useState<FileRefusal | null>(null);

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setReading(true);
    setRefusal(null);
    try {
      onFile(file.name, await readTables(file));
    } catch (error) {
      setRefusal(error instanceof UnreadableFile ? error.reason : 'unreadable');
      onFile('', []);
    } finally {
      setReading(false);
    }
  };
  const count = tables[0] ? tables[0].rows.length - 1 : 0;
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold">{t('import.file.title')}</h2>
      <p className="max-w-prose text-xs text-pretty text-muted">{t('import.file.text')}</p>
      <DropZone onDrop={([file]) => void take(file)} wrong={refusal !== null} className="py-8">
        <Button icon="paperclip" loading={reading} onClick={() => input.current?.click()}>
          {t('import.file.choose')}
        </Button>
        <p id={`${id}-accepted`} className="text-2xs text-muted">
          {t('import.file.accepted', { size: format.bytes(IMPORT_LIMITS.bytes), rows: format.number(IMPORT_LIMITS.rows) })}
        </p>
        <input
          ref={input}
          id={id}
          type="file"
          accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-label={t('import.file.choose')}
          aria-describedby={`${id}-accepted`}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </DropZone>
      <div role="status" className="min-h-5 text-xs">
        {reading && <Spinner label={t('import.file.reading')} />}
        {refusal && (
          <FieldError>
            {t(`import.refused.${refusal}`, {
              size: format.bytes(IMPORT_LIMITS.bytes),
              rows: format.number(IMPORT_LIMITS.rows),
              columns: format.number(IMPORT_LIMITS.columns),
            })}
          </FieldError>
        )}
        {fileName && tables.length > 0 && (
          <p className="flex items-center gap-1.5">
            <Icon name="checkCircle" size={16} className="text-success-fg" />
            <span>
              <span className="font-medium">{fileName}</span> · {t('import.file.rows', { count })}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}
