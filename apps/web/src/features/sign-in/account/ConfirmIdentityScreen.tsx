import { IDENTITY_PROMISE_MINUTES } from '@checkwell/domain/constants';
import { signUpRule } from '@checkwell/domain/identity/sign-up';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useChange } from '../../../lib/api/query.ts';
import { useLatest } from '../../../lib/browser/use-latest.ts';
import { draftKey, useDraft } from '../../../lib/forms/draft.ts';
import { applyServerIssues, useZodForm } from '../../../lib/forms/form.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Field, FormRow, FormStack } from '../../../ui/controls/Field.tsx';
import { EmailInput, PhoneInput, TextInput } from '../../../ui/controls/TextInput.tsx';
import { BackToSignIn } from '../BackToSignIn.tsx';
import { useMicrosoftPerson } from '../microsoft/use-microsoft-person.ts';
import { SignInFrame } from '../SignInFrame.tsx';
import { usePayer } from '../use-payer.ts';
import { askForAccess } from './account.calls.ts';

interface ConfirmIdentityProps {
  /** Ticket of a person whom Microsoft has identified; the form is filled in with Microsoft's data. */
  readonly microsoftTicket: string | undefined;
  /** Secret of a One Shot Check's link, whose payer becomes a client; empty without one. */
  readonly orderToken: string;
}

/** Fields that may be filled in from known data. */
const KNOWN_FIELDS = ['firstName', 'lastName', 'email', 'phoneNumber', 'companyName', 'companyNumber'] as const;

/**
 * Confirm identity or sign up (specification, sections 1, 2 and 5): a request that the provider's team decides about. Known data never
 * replaces what was typed.
 */
export function ConfirmIdentityScreen({ microsoftTicket, orderToken }: ConfirmIdentityProps) {
  const t = useTranslations('account', 'auth');
  const language = useLanguage();
  const form = useZodForm(signUpRule, {
    defaultValues: { firstName: '', lastName: '', email: '', phoneNumber: '', companyName: '', companyNumber: '', language },
  });
  const draft = useDraft(draftKey({ form: 'sign-up', companyId: null }), form);
  const { setValue, getValues } = form;
  const person = useMicrosoftPerson(microsoftTicket);
  const { payer, failed, taken, forget } = usePayer(orderToken);
  const handleTaken = useLatest(taken);
  useEffect(() => {
    const known: Partial<Record<(typeof KNOWN_FIELDS)[number], string | null>> = { ...person, ...payer };
    for (const name of KNOWN_FIELDS) {
      if (known[name] && getValues(name) === '') setValue(name, known[name]);
    }
    if (payer) handleTaken.current();
  }, [person, payer, handleTaken, getValues, setValue]);
  const email = useWatch({ control: form.control, name: 'email' });
  const vouched = Boolean(person?.email) && email.trim().toLowerCase() === person?.email;
  // The mails about the decision use the current language of the page, not that of the draft.
  useEffect(() => setValue('language', language), [language, setValue]);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const ask = useChange(askForAccess, {
    onSuccess: (_, { email }) => {
      draft.clear();
      forget();
      setSentTo(email);
    },
    onError: (error) => !applyServerIssues(form, error),
  });
  const submit = form.handleSubmit((values) => ask.mutate({ ...values, ...(microsoftTicket && { microsoftTicket }) }));

  if (sentTo !== null) {
    return (
      <SignInFrame outcome title={t('signUp.sentTitle')} lead={t('signUp.sentText', { minutes: IDENTITY_PROMISE_MINUTES, email: sentTo })}>
        <Alert live tone="info">
          {t('signUp.sentHint')}
        </Alert>
        <BackToSignIn />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t('signUp.title')} lead={t(orderToken === '' ? 'signUp.lead' : 'signUp.leadPayer')}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <FormStack>
          {payer && <Alert live>{t('signUp.filledIn')}</Alert>}
          {failed && (
            <Alert live tone="warning">
              {t('signUp.notFilledIn')}
            </Alert>
          )}
          <FormRow>
            <Field label={t('signUp.firstName')} required error={form.error('firstName')}>
              <TextInput {...form.register('firstName')} size="md" autoComplete="given-name" />
            </Field>
            <Field label={t('signUp.lastName')} required error={form.error('lastName')}>
              <TextInput {...form.register('lastName')} size="md" autoComplete="family-name" />
            </Field>
          </FormRow>
          <Field label={t('signUp.email')} required error={form.error('email')} hint={vouched ? t('auth:microsoft.vouched') : undefined}>
            <EmailInput {...form.register('email')} size="md" autoComplete="email" />
          </Field>
          <Field label={t('signUp.phoneNumber')} required error={form.error('phoneNumber')}>
            <PhoneInput {...form.register('phoneNumber')} size="md" autoComplete="tel" />
          </Field>
          <FormRow>
            <Field label={t('signUp.companyName')} optional error={form.error('companyName')}>
              <TextInput {...form.register('companyName')} size="md" autoComplete="organization" />
            </Field>
            <Field label={t('signUp.companyNumber')} optional error={form.error('companyNumber')}>
              <TextInput {...form.register('companyNumber')} size="md" autoComplete="off" placeholder="BE 0123.456.749" />
            </Field>
          </FormRow>
          <p className="text-2xs text-muted">{t('signUp.companyHint')}</p>
          <Button type="submit" variant="primary" size="md" fullWidth loading={ask.isPending}>
            {t('signUp.submit')}
          </Button>
        </FormStack>
      </form>
      <BackToSignIn />
    </SignInFrame>
  );
}
