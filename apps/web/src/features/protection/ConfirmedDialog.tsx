import type { ReactNode } from 'react';
import { useChange } from '../../lib/api/query.ts';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import type { Confirmation } from './protection.calls.ts';
import { refreshProtection } from './protection.calls.ts';
import { useConfirmation } from './use-confirmation.tsx';

interface ConfirmedDialogProps<Result> {
  readonly asksPassword: boolean;
  readonly title: string;
  readonly submitLabel: string;
  readonly success?: string;
  readonly run: (confirmation: Confirmation) => Promise<Result>;
  /** After success; by default the dialog closes. */
  readonly onDone?: (result: Result) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for the password, then changes something about the account. */
export function ConfirmedDialog<Result>({
  asksPassword,
  title,
  submitLabel,
  success,
  run,
  onDone,
  onClose,
  children,
}: ConfirmedDialogProps<Result>) {
  const { form, field, explain } = useConfirmation(asksPassword);
  const change = useChange(run, {
    ...(success !== undefined && { success }),
    onSuccess: async (result) => {
      await refreshProtection();
      if (onDone) onDone(result);
      else onClose();
    },
    onError: explain,
  });
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      busy={change.isPending}
      onSubmit={form.handleSubmit((values) => change.mutate(values))}
      onClose={onClose}
    >
      <p className="text-pretty text-muted">{children}</p>
      {field}
    </FormDialog>
  );
}
