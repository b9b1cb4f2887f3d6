import type { MicrosoftOutcome } from '@checkwell/domain/identity/microsoft';
import type { SignInMethod } from '@checkwell/domain/identity/sign-in';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { errorText } from '../../lib/api/errors.ts';
import type { PlainFieldError } from '../../lib/forms/plain-form.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useSentence } from '../../lib/i18n/use-sentence.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { EmailInput } from '../../ui/controls/TextInput.tsx';
import { useNavigation } from '../../ui/links/navigation.ts';
import { loadPasskeyCalls, loadRules, warmUp } from './lazy-modules.ts';
import { MicrosoftSignIn } from './microsoft/MicrosoftSignIn.tsx';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { SignInLinks } from './SignInLinks.tsx';
import { identify } from './sign-in.calls.ts';

type EmailError = ({ kind: 'rule' } & PlainFieldError) | { kind: 'unknown' };

interface EmailStepProps {
  email: string;
  onKnown: (email: string, methods: readonly SignInMethod[]) => void;
  onSignedIn: () => void;
  onMicrosoft: (outcome: MicrosoftOutcome) => void;
}

/** The first step of the sign-in: the e-mail address. An unknown address gets a message with a hint (specification, section 8). */
export function EmailStep({ email, onKnown, onSignedIn, onMicrosoft }: EmailStepProps) {
  const t = useTranslations('auth');
  const language = useLanguage();
  const sentenceOf = useSentence();
  const [fieldError, setFieldError] = useState<EmailError>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const typed = useRef<HTMLFormElement>(null);
  const { prepare } = useNavigation();

  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    setFailure(undefined);
    setFieldError(undefined);
    setBusy(true);
    prepare();
    try {
      const { identifyRule, readForm } = await loadRules();
      const { values, fieldErrors } = readForm(identifyRule, form);
      if (values) {
        const { known, methods } = await identify(values.email);
        if (known) return onKnown(values.email, methods);
        setFieldError({ kind: 'unknown' });
      } else if (fieldErrors.email) setFieldError({ kind: 'rule', ...fieldErrors.email });
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
    form.querySelector('input')?.focus();
  };

  const error: ReactNode =
    fieldError?.kind === 'unknown' ? (
      <>
        {t('unknownEmail')} <span className="text-muted">{t('unknownEmailHint')}</span>
      </>
    ) : (
      fieldError && sentenceOf(fieldError.message, fieldError.params)
    );
  return (
    <form ref={typed} noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      {failure !== undefined && <Alert tone="danger">{errorText(failure, language)}</Alert>}
      <Field label={t('signIn.email')} error={error}>
        <EmailInput
          name="email"
          size="md"
          autoComplete="username"
          defaultValue={email}
          placeholder={t('signIn.emailPlaceholder')}
          onInput={() => {
            setFieldError(undefined);
            warmUp();
            prepare();
          }}
        />
      </Field>
      <Button type="submit" variant="primary" size="md" fullWidth loading={busy}>
        {t('common:continue')}
      </Button>
      <MicrosoftSignIn email={() => typed.current?.querySelector('input')?.value ?? ''} onOutcome={onMicrosoft} />
      <PasskeySignIn label={t('passkey.button')} run={async () => (await loadPasskeyCalls()).signInWithPasskey()} onSignedIn={onSignedIn} />
      <SignInLinks step="email" />
    </form>
  );
}
