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
  /** What it does cannot be undone. */
  readonly danger?: boolean;
  /** It is being sent: nothing closes it, and nothing sends it twice. */
  readonly busy: boolean;
  /** Something was typed: leaving asks first. */
  readonly unsaved?: boolean;
  /** `form.handleSubmit(…)` of react-hook-form, or what takes the event itself. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A dialog with one form: its fields, and below them what gives it up and what sends it. */
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
          // The form that the dialog is beside is not sent with it.
          event.stopPropagation();
          void onSubmit(event);
        }}
      >
        <FormStack>{children}</FormStack>
      </form>
    </Dialog>
  );
}
