import { type SecondStepRemovalInput, secondStepRemovalRule } from '@checkwell/domain/identity/second-step';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { http } from '../../../lib/api/http.ts';
import { useChange } from '../../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Field } from '../../../ui/controls/Field.tsx';
import { Textarea } from '../../../ui/controls/Textarea.tsx';
import { TextInput } from '../../../ui/controls/TextInput.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import { nameOf } from './user-name.ts';

interface RemoveSecondStepDialogProps {
  readonly user: { readonly id: string; readonly firstName: string; readonly lastName: string; readonly email: string };
  readonly onClose: () => void;
}

/** Helps somebody who lost the device and the recovery codes (docs/decisions/0021). A code is asked for when the server wants one. */
export function RemoveSecondStepDialog({ user, onClose }: RemoveSecondStepDialogProps) {
  const t = useTranslations('settings');
  const [asksCode, setAsksCode] = useState(false);
  const form = useZodForm(secondStepRemovalRule, { defaultValues: { reason: '' }, mode: 'onSubmit' });
  const { setFocus } = form;
  // The field exists only once the server asks for the code.
  useEffect(() => {
    if (asksCode) setFocus('code');
  }, [asksCode, setFocus]);
  const remove = useChange((input: SecondStepRemovalInput) => http.post<void>(`/auth/people/${user.id}/second-step/remove`, input), {
    topics: ['user'],
    success: t('users.removeSecondStep.done'),
    onSuccess: onClose,
    onError: (error) => {
      if (error instanceof ApiError && (error.code === 'auth.proofNeeded' || error.code === 'auth.codeInvalid')) {
        setAsksCode(true);
        form.setError('code', { type: 'server', message: `errors:${error.code}` }, { shouldFocus: true });
        return false;
      }
      return !applyServerIssues(form, error);
    },
  });
  return (
    <FormDialog
      title={t('users.removeSecondStep.title', { name: nameOf(user) })}
      submitLabel={t('users.removeSecondStep.action')}
      busy={remove.isPending}
      unsaved={form.formState.isDirty}
      onSubmit={form.handleSubmit((input) => remove.mutate(input))}
      onClose={onClose}
    >
      <Alert tone="warning">{t('users.removeSecondStep.text', { name: nameOf(user), email: user.email })}</Alert>
      <Field label={t('users.removeSecondStep.reason')} required hint={t('users.removeSecondStep.reasonHint')} error={form.error('reason')}>
        <Textarea {...form.register('reason')} rows={3} />
      </Field>
      {asksCode && (
        <Field label={t('users.removeSecondStep.code')} required hint={t('users.removeSecondStep.codeHint')} error={form.error('code')}>
          <TextInput {...form.register('code')} autoComplete="one-time-code" className="font-mono" />
        </Field>
      )}
    </FormDialog>
  );
}
