import { type AccountLink, chosenPasswordRule } from '@checkwell/domain/identity/account-link';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ApiError } from '../../../lib/api/api-error.ts';
import { queryClient, useChange } from '../../../lib/api/query.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { ErrorState } from '../../../ui/content/ErrorState.tsx';
import { Icon } from '../../../ui/content/Icon.tsx';
import { Skeleton } from '../../../ui/content/Skeleton.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Field } from '../../../ui/controls/Field.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { PasswordInput } from '../../../ui/controls/TextInput.tsx';
import { PasswordParts } from '../../../ui/forms/PasswordParts.tsx';
import { BackToSignIn } from '../BackToSignIn.tsx';
import { SignInFrame } from '../SignInFrame.tsx';
import { openLink, resetPassword } from './account.calls.ts';

const isInvalid = (error: unknown): boolean => error instanceof ApiError && (error.code === 'auth.linkInvalid' || error.issues.length > 0);

/**
 * Reset password (specification, sections 2 and 5), and the first password of an account that somebody else made.
 * @param token of the link; behind `#` in its address
 */
export function ResetPasswordScreen({ token }: { readonly token: string }) {
  const t = useTranslations('account');
  const [outcome, setOutcome] = useState<'done' | 'invalid' | null>(null);
  const link = useQuery(
    {
      queryKey: ['account-link', token],
      queryFn: () => openLink(token),
      enabled: token !== '' && outcome === null,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    // Outside the shell there is no provider of the query client.
    queryClient,
  );
  if (outcome === 'done') {
    return (
      <SignInFrame outcome title={t('reset.doneTitle')} lead={t('reset.doneText')}>
        <LinkButton to="/" variant="primary" size="md" fullWidth>
          {t('reset.signIn')}
        </LinkButton>
      </SignInFrame>
    );
  }
  if (token === '' || outcome === 'invalid' || isInvalid(link.error)) {
    return (
      <SignInFrame outcome title={t('reset.invalidTitle')} lead={t('reset.invalidText')}>
        <LinkButton to="/forgot-password" variant="primary" size="md" fullWidth>
          {t('reset.requestNew')}
        </LinkButton>
        <BackToSignIn />
      </SignInFrame>
    );
  }
  if (link.isError) {
    return (
      <SignInFrame title={t('reset.title')}>
        <ErrorState error={link.error} onRetry={() => void link.refetch()} />
      </SignInFrame>
    );
  }
  if (!link.data) {
    return (
      <SignInFrame title={t('reset.title')}>
        <Skeleton width="100%" height="2.5rem" />
        <Skeleton width="100%" height="2.5rem" />
      </SignInFrame>
    );
  }
  return <ChoosePassword token={token} link={link.data} onDone={() => setOutcome('done')} onInvalid={() => setOutcome('invalid')} />;
}

interface ChoosePasswordProps {
  readonly token: string;
  readonly link: AccountLink;
  readonly onDone: () => void;
  readonly onInvalid: () => void;
}

function ChoosePassword({ token, link: { email, purpose }, onDone, onInvalid }: ChoosePasswordProps) {
  const t = useTranslations('account');
  const invited = purpose === 'invitation';
  const form = useZodForm(chosenPasswordRule, { defaultValues: { password: '', confirmation: '' }, mode: 'onSubmit' });
  const password = useWatch({ control: form.control, name: 'password' });
  const save = useChange((chosen: string) => resetPassword(token, chosen), {
    onSuccess: onDone,
    onError: (error) => {
      if (!(error instanceof ApiError)) return true;
      if (error.code === 'auth.linkInvalid') {
        onInvalid();
        return false;
      }
      if (error.code === 'auth.passwordBreached') {
        form.setError('password', { type: 'server', message: 'errors:auth.passwordBreached' }, { shouldFocus: true });
        return false;
      }
      return !applyServerIssues(form, error);
    },
  });
  const submit = form.handleSubmit((values) => save.mutate(values.password));
  return (
    <SignInFrame
      title={t(invited ? 'reset.invitationTitle' : 'reset.title')}
      lead={
        <span className="inline-flex items-start gap-1.5 wrap-anywhere">
          <Icon name="user" size={16} className="mt-0.5" />
          <span>{t(invited ? 'reset.invitationLead' : 'reset.lead', { email })}</span>
        </span>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {/* Password managers look for the name beside the password. */}
        <input hidden name="username" autoComplete="username" value={email} readOnly />
        <Field label={t('reset.password')} error={form.error('password')} hint={<PasswordParts password={password} />}>
          <PasswordInput {...form.register('password')} size="md" autoComplete="new-password" />
        </Field>
        <Field label={t('reset.confirmation')} error={form.error('confirmation')}>
          <PasswordInput {...form.register('confirmation')} size="md" autoComplete="new-password" />
        </Field>
        <Button type="submit" variant="primary" size="md" fullWidth loading={save.isPending}>
          {t('reset.submit')}
        </Button>
      </form>
    </SignInFrame>
  );
}
