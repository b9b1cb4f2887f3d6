import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient, useChange } from '../../lib/api/query.ts';
import { focusFirstError } from '../../lib/forms/first-error.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { ThumbButton } from '../../ui/controls/ThumbButton.tsx';
import { employeePageKey, sendReceipt } from './employee-page.calls.ts';
import { type FileErrorKey, FileField, fileErrorKeyOf, refusalOf, uploadErrorKeyOf } from './FileField.tsx';
import type { PageTranslation } from './use-page-translation.ts';

/** A receipt that could not be sent with its claim. */
export interface LeftReceipt {
  readonly file: File;
  readonly error: unknown;
}

/** Whether the server no longer accepts receipts. */
export const isClosed = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'check.actionNotAllowed' || error.code === 'entity.notFound');

interface ReceiptErrorKeys {
  readonly file?: FileErrorKey | undefined;
  /** An error that is not about the file. */
  readonly form?: 'travel.error.closed' | ReturnType<typeof uploadErrorKeyOf> | undefined;
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
  const [errorKeys, setErrorKeys] = useState<ReceiptErrorKeys>(() => (left ? errorKeysOf(left.error) : {}));
  const [unsent, setUnsent] = useState(left !== undefined);
  const send = useChange((chosen: File) => sendReceipt(token, chosen, setShare), {
    onSuccess: (known) => {
      onSent();
      queryClient.setQueryData(employeePageKey(token), known);
    },
    onError: (error) => {
      const found = errorKeysOf(error);
      setErrorKeys(found);
      focusFirstError();
      if (found.form === 'travel.error.closed') void queryClient.invalidateQueries({ queryKey: employeePageKey(token) });
      return false;
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const errorKey = file ? refusalOf(file) : 'file.error.missing';
    if (!file || errorKey) {
      setErrorKeys({ file: errorKey });
      focusFirstError();
      return;
    }
    setErrorKeys({});
    setShare(0);
    send.mutate(file);
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      {unsent && (
        <Alert tone="warning" live>
          {t('travel.error.receipt')}
        </Alert>
      )}
      <FileField
        label={t('travel.receipt')}
        hint={t('travel.receiptWarning')}
        file={file}
        errorKey={errorKeys.file}
        share={send.isPending ? share : undefined}
        translation={translation}
        onChoose={(chosen) => {
          setFile(chosen);
          setUnsent(false);
          setErrorKeys({ file: refusalOf(chosen) });
        }}
      />
      {errorKeys.form && <Alert tone="danger">{t(errorKeys.form)}</Alert>}
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

function errorKeysOf(error: unknown): ReceiptErrorKeys {
  const file = fileErrorKeyOf(error);
  if (file) return { file };
  return { form: isClosed(error) ? 'travel.error.closed' : uploadErrorKeyOf(error) };
}
