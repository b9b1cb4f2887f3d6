import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient, useChange } from '../../lib/api/query.ts';
import { focusFirstFault } from '../../lib/forms/first-fault.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { ThumbButton } from '../../ui/controls/ThumbButton.tsx';
import { employeePageKey, sendReceipt } from './employee-page.calls.ts';
import { type FileFault, FileField, fileFaultOf, refusalOf, uploadFaultOf } from './FileField.tsx';
import type { PageTranslation } from './use-page-translation.ts';

/** A receipt that could not be sent with its claim. */
export interface LeftReceipt {
  readonly file: File;
  readonly error: unknown;
}

/** Whether the server no longer accepts receipts. */
export const isClosed = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'check.actionNotAllowed' || error.code === 'entity.notFound');

interface ReceiptFaults {
  readonly file?: FileFault | undefined;
  /** A fault that is not about the file. */
  readonly form?: 'travel.fault.closed' | ReturnType<typeof uploadFaultOf> | undefined;
}

interface ReceiptFormProps {
  readonly token: string;
  readonly left: LeftReceipt | undefined;
  readonly translation: PageTranslation;
  readonly onSent: () => void;
  readonly onClosed: () => void;
}

/** The form to send the receipt of an open claim, or to replace it. */
export function ReceiptForm({ token, left, translation, onSent, onClosed }: ReceiptFormProps) {
  const { t } = translation;
  const [file, setFile] = useState(left?.file);
  const [share, setShare] = useState(0);
  const [faults, setReceiptFaults] = useState<ReceiptFaults>(() => (left ? faultsOf(left.error) : {}));
  const [unsent, setUnsent] = useState(left !== undefined);
  const send = useChange((chosen: File) => sendReceipt(token, chosen, setShare), {
    onSuccess: (known) => {
      onSent();
      queryClient.setQueryData(employeePageKey(token), known);
    },
    onError: (error) => {
      const found = faultsOf(error);
      setReceiptFaults(found);
      focusFirstFault();
      if (found.form === 'travel.fault.closed') void queryClient.invalidateQueries({ queryKey: employeePageKey(token) });
      return false;
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fault = file ? refusalOf(file) : 'file.fault.missing';
    if (!file || fault) {
      setReceiptFaults({ file: fault });
      focusFirstFault();
      return;
    }
    setReceiptFaults({});
    setShare(0);
    send.mutate(file);
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      {unsent && (
        <Alert tone="warning" live>
          {t('travel.fault.receipt')}
        </Alert>
      )}
      <FileField
        label={t('travel.receipt')}
        hint={t('travel.receiptWarning')}
        file={file}
        fault={faults.file}
        share={send.isPending ? share : undefined}
        translation={translation}
        onChoose={(chosen) => {
          setFile(chosen);
          setUnsent(false);
          setReceiptFaults({ file: refusalOf(chosen) });
        }}
      />
      {faults.form && <Alert tone="danger">{t(faults.form)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <ThumbButton type="submit" variant="primary" loading={send.isPending}>
          {t('travel.receiptSend')}
        </ThumbButton>
        <ThumbButton onClick={onClosed} disabled={send.isPending}>
          {t('travel.back')}
        </ThumbButton>
      </div>
    </form>
  );
}

function faultsOf(error: unknown): ReceiptFaults {
  const file = fileFaultOf(error);
  if (file) return { file };
  return { form: isClosed(error) ? 'travel.fault.closed' : uploadFaultOf(error) };
}
