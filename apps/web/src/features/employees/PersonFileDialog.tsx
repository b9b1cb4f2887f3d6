import { personFilePath } from '@checkwell/domain/person/person-file';
import { useDownload } from '../../lib/api/download.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FormStack } from '../../ui/controls/Field.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { nameOf } from './employee-values.ts';
import type { EmployeeRowFragment } from './employees.gql.ts';

/** Describes and downloads the copy of all data about an employee. */
export function PersonFileDialog({ employee, onClose }: { readonly employee: EmployeeRowFragment; readonly onClose: () => void }) {
  const t = useTranslations('employees');
  const format = useFormat();
  const { progress, start } = useDownload();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('personFile.title', { name: nameOf(employee) })}
      footer={
        <>
          <Button onClick={onClose}>{t('common:close')}</Button>
          <Button
            variant="primary"
            icon="download"
            loading={progress !== null}
            onClick={() => start({ path: personFilePath(employee.id), fallbackName: 'checkwell.zip' })}
          >
            {progress ? t('common:downloads.running', { size: format.bytes(progress.received) }) : t('common:download')}
          </Button>
        </>
      }
    >
      <FormStack>
        <p>{t('personFile.text')}</p>
        <p>{t('personFile.leftOut')}</p>
        <p>{t('personFile.handOver')}</p>
        <span role="status" className="sr-only">
          {progress && t('common:downloads.started')}
        </span>
      </FormStack>
    </Dialog>
  );
}
