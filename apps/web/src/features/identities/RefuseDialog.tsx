import { refuseSignUpRule, SIGN_UP_REFUSALS } from '@checkwell/domain/identity/sign-up';
import { useGqlChange } from '../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { FormRadioGroup } from '../../ui/forms/FormControls.tsx';
import { FormDialog } from '../../ui/overlays/FormDialog.tsx';
import { RefuseSignUpDocument } from './identities.gql.ts';
import type { SignUpDetail } from './identities.queries.ts';

interface RefuseDialogProps {
  readonly signUp: SignUpDetail;
  readonly onClose: () => void;
  /** @returns whether somebody else has decided, which the screen behind the dialog then shows */
  readonly onChanged: (error: Error) => boolean;
}

/** Asks why, since the person reads it. */
export function RefuseDialog({ signUp, onClose, onChanged }: RefuseDialogProps) {
  const t = useTranslations('identities');
  const enums = useTranslations('enums');
  const form = useZodForm(refuseSignUpRule, { defaultValues: { reason: undefined }, mode: 'onSubmit' });
  const refuse = useGqlChange(RefuseSignUpDocument, {
    topics: ['signUp'],
    success: t('refused'),
    onSuccess: onClose,
    onError: (error) => {
      if (!onChanged(error)) return !applyServerIssues(form, error);
      onClose();
      return false;
    },
  });
  const submit = form.handleSubmit((input) => refuse.mutate({ id: signUp.id, version: signUp.version, input }));
  return (
    <FormDialog
      danger
      title={t('refuseTitle', { name: `${signUp.firstName} ${signUp.lastName}` })}
      submitLabel={t('refuse')}
      busy={refuse.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-xs text-muted">{t('refuseText')}</p>
      <FormRadioGroup
        form={form}
        name="reason"
        legend={t('refuseReason')}
        required
        options={SIGN_UP_REFUSALS.map((reason) => ({
          value: reason,
          label: enums(`signUpRefusal.${reason}`),
          hint: reason === 'Duplicate' ? t('noMail') : undefined,
        }))}
      />
    </FormDialog>
  );
}
