import { changePasswordRule } from '@checkwell/domain/identity/sign-in';
import { useWatch } from 'react-hook-form';
import { ApiError } from '../../../lib/api/api-error.ts';
import { queryClient, useChange } from '../../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Field, FormActions, FormStack } from '../../../ui/controls/Field.tsx';
import { PasswordInput } from '../../../ui/controls/TextInput.tsx';
import { PasswordParts } from '../../../ui/forms/PasswordParts.tsx';
import { changePassword, sessionsQuery } from '../settings.queries.ts';

const EMPTY = { current: '', next: '' };

/** Refusals that belong to one field, with the sentence to show there. */
const AT_FIELD = {
  'auth.invalidCredentials': { field: 'current', message: 'common:wrongPassword' },
  'auth.passwordBreached': { field: 'next', message: 'errors:auth.passwordBreached' },
} as const;
const isAtField = (code: string): code is keyof typeof AT_FIELD => Object.hasOwn(AT_FIELD, code);

/** A new password for the account that is signed in. */
export function PasswordCard({ userName }: { readonly userName: string }) {
  const t = useTranslations('settings');
  const form = useZodForm(changePasswordRule, { defaultValues: EMPTY, mode: 'onSubmit' });
  const next = useWatch({ control: form.control, name: 'next' });
  const save = useChange(changePassword, {
    success: t('password.changed'),
    onSuccess: () => {
      form.reset(EMPTY);
      // The server has ended the other sessions.
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: (error) => {
      if (error instanceof ApiError && isAtField(error.code)) {
        const { field, message } = AT_FIELD[error.code];
        form.setError(field, { type: 'server', message }, { shouldFocus: true });
        return false;
      }
      return !applyServerIssues(form, error);
    },
  });
  const submit = form.handleSubmit((values) => save.mutate(values));
  return (
    <Card title={t('password.title')} hint={t('password.hint')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="max-w-sm">
        {/* Password managers look for the name beside the password. */}
        <input hidden name="username" autoComplete="username" value={userName} readOnly />
        <FormStack>
          <Field label={t('password.current')} required error={form.error('current')}>
            <PasswordInput {...form.register('current')} autoComplete="current-password" />
          </Field>
          <Field label={t('password.next')} required error={form.error('next')} hint={<PasswordParts password={next} />}>
            <PasswordInput {...form.register('next')} autoComplete="new-password" />
          </Field>
          <FormActions className="justify-start!">
            <Button type="submit" loading={save.isPending}>
              {t('password.submit')}
            </Button>
          </FormActions>
        </FormStack>
      </form>
    </Card>
  );
}
