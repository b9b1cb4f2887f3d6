import { confirmedRule, confirmRule } from '@checkwell/domain/identity/second-step';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { applyServerIssues, useZodForm, type ZodForm } from '../../lib/forms/form.ts';
import type { Schema } from '../../lib/forms/schema.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { PasswordInput } from '../../ui/controls/TextInput.tsx';
import type { Confirmation } from './protection.calls.ts';

interface Confirming {
  readonly form: ZodForm<Confirmation, Confirmation>;
  /** The field of the password; nothing for an account that has none. */
  readonly field: ReactNode;
  /** Shows a refusal at the field. @returns false when it did */
  readonly explain: (error: Error) => boolean;
}

/**
 * The form that asks for the password once more, before something about the account changes.
 * @param needed whether to ask from the start; where the server wants it after all, it is asked for then
 */
export function useConfirmation(needed: boolean): Confirming {
  const t = useTranslations('protection');
  const [asked, setAsked] = useState(needed);
  const schema: Schema<Confirmation, Confirmation> = asked ? confirmRule : confirmedRule;
  const form = useZodForm(schema, { defaultValues: needed ? { password: '' } : {}, mode: 'onSubmit' });
  const { setFocus } = form;
  useEffect(() => {
    if (asked) setFocus('password');
  }, [asked, setFocus]);
  return {
    form,
    field: asked && (
      <Field label={t('password')} required hint={t('passwordHint')} error={form.error('password')}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
    ),
    explain: (error) => {
      if (error instanceof ApiError && error.code === 'auth.invalidCredentials') {
        // Without a field nothing typed was wrong: the last sign-in is too long ago, so the password is required.
        const message = asked ? 'common:wrongPassword' : 'validation:passwordConfirmLink';
        setAsked(true);
        form.setError('password', { type: 'server', message }, { shouldFocus: true });
        return false;
      }
      return !applyServerIssues(form, error);
    },
  };
}
