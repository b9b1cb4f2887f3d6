import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import type { IconName } from '../content/Icon.tsx';
import { Button } from '../controls/Button.tsx';
import { FormStack } from '../controls/Field.tsx';
import { Dialog } from './Dialog.tsx';

interface FormDialogProps {
  readonly title: ReactNode;
  readonly submitLabel: string;
  readonly submitIcon?: IconName;
  /** Whether the action cannot be undone. */
  readonly danger?: boolean;
  /** Whether the form is being sent: it cannot be closed or sent again. */
  readonly busy: boolean;
  /** Whether something was typed, so that closing asks first. */
  readonly unsaved?: boolean;
  /** `form.handleSubmit(…)` of react-hook-form, or what takes the event itself. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A dialog with one form: its fields, and buttons to cancel and to submit. */
export function FormDialog({
  title,
  submitLabel,
  submitIcon,
  danger = false,
  busy,
  unsaved = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const t = useTranslations('common');
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!busy}
      unsaved={unsaved}
      title={title}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" form={id} loading={busy} {...(submitIcon && { icon: submitIcon })}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          // Otherwise React would also submit the form that contains the dialog.
          event.stopPropagation();
          void onSubmit(event);
        }}
      >
        <FormStack>{children}</FormStack>
      </form>
    </Dialog>
  );
}
