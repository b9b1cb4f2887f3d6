import { ACCOUNT_LINK_LIFE, forgotPasswordRule } from '@checkwell/domain/identity/account-link';
import { useState } from 'react';
import { useChange } from '../../../lib/api/query.ts';
import { draftKey, useDraft } from '../../../lib/forms/draft.ts';
import { useZodForm } from '../../../lib/forms/form.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Field } from '../../../ui/controls/Field.tsx';
import { EmailInput } from '../../../ui/controls/TextInput.tsx';
import { BackToSignIn } from '../BackToSignIn.tsx';
import { SignInFrame } from '../SignInFrame.tsx';
import { requestLink } from './account.calls.ts';

/** Forgot password (specification, sections 2 and 5). @param email the address typed on the sign-in page */
export function ForgotPasswordScreen({ email }: { readonly email: string }) {
  const t = useTranslations('account');
  const auth = useTranslations('auth');
  const form = useZodForm(forgotPasswordRule, { defaultValues: { email }, mode: 'onSubmit' });
  const draft = useDraft(draftKey({ form: `forgot-password-${email}`, companyId: null }), form);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [unknown, setUnknown] = useState(false);
  const send = useChange(requestLink, {
    onSuccess: (known, address) => {
      if (known) {
        draft.clear();
        setSentTo(address);
        return;
      }
      setUnknown(true);
      form.setFocus('email');
    },
  });
  const submit = form.handleSubmit((values) => send.mutate(values.email));

  if (sentTo !== null) {
    return (
      <SignInFrame outcome title={t('forgot.sentTitle')} lead={t('forgot.sentText', { email: sentTo, minutes: ACCOUNT_LINK_LIFE.minutes })}>
        <Alert live tone="info">
          {t('forgot.sentHint')}
        </Alert>
        <Button size="md" fullWidth onClick={() => setSentTo(null)}>
          {t('forgot.another')}
        </Button>
        <BackToSignIn />
      </SignInFrame>
    );
  }
  const error = unknown ? (
    <>
      {auth('unknownEmail')} <span className="text-muted">{auth('unknownEmailHint')}</span>
    </>
  ) : (
    form.error('email')
  );
  return (
    <SignInFrame title={t('forgot.title')} lead={t('forgot.lead')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Field label={auth('signIn.email')} error={error}>
          <EmailInput
            {...form.register('email', { onChange: () => setUnknown(false) })}
            size="md"
            autoComplete="username"
            placeholder={auth('signIn.emailPlaceholder')}
          />
        </Field>
        <Button type="submit" variant="primary" size="md" fullWidth loading={send.isPending}>
          {t('forgot.submit')}
        </Button>
      </form>
      <BackToSignIn />
    </SignInFrame>
  );
}
