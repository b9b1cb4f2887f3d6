import type { SecondStepAsked } from '@checkwell/domain/identity/second-step';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorText } from '../../lib/api/errors.ts';
import type { PlainFieldError } from '../../lib/forms/plain-form.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useSentence } from '../../lib/i18n/use-sentence.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { PasswordInput } from '../../ui/controls/TextInput.tsx';
import { linkRule, readForm, signInRule } from './account/rules.ts';
import { linkMicrosoft } from './microsoft/microsoft.calls.ts';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { signInWithPasskey } from './passkey.calls.ts';
import { SignInLinks } from './SignInLinks.tsx';
import { signIn } from './sign-in.calls.ts';

/** Errors that another password does not fix: the sign-in with Microsoft has to begin again. */
const LINK_ERRORS: ReadonlySet<string> = new Set(['auth.microsoftLinkFailed', 'auth.accountsLinkFailed']);

interface PasswordStepProps {
  email: string;
  onBack: () => void;
  onSignedIn: () => void;
  onSecondStep: (asked: SecondStepAsked) => void;
  /** Whether the account has a passkey, which signs in in place of the password. */
  passkey: boolean;
  /** The Microsoft account that the password also links; `onRefused` is called when its ticket is no longer valid. */
  link?: { readonly ticket: string; readonly onRefused: (error: unknown) => void };
}

/** The password of the account named before. */
export function PasswordStep({ email, onBack, onSignedIn, onSecondStep, passkey, link }: PasswordStepProps) {
  const t = useTranslations('auth');
  const language = useLanguage();
  const sentenceOf = useSentence();
  const [fieldError, setFieldError] = useState<PlainFieldError>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusPassword = (): void => form.current?.querySelector<HTMLInputElement>('input[name="password"]')?.focus();
  useEffect(focusPassword, []);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { values, fieldErrors } = readForm(link ? linkRule : signInRule, event.currentTarget);
    setFailure(undefined);
    setFieldError(fieldErrors?.password);
    if (!values) return focusPassword();
    setBusy(true);
    try {
      const asked = await (link ? linkMicrosoft(link.ticket, values.password) : signIn(values.email, values.password));
      return asked ? onSecondStep(asked) : onSignedIn();
    } catch (error) {
      if (link && error instanceof ApiError && LINK_ERRORS.has(error.code)) return link.onRefused(error);
      setFailure(error);
    }
    setBusy(false);
    focusPassword();
  };
  const handleKey = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));

  const mustReset = failure instanceof ApiError && failure.code === 'auth.passwordResetRequired';
  return (
    <form ref={form} noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      {link && (
        <div>
          <h2 className="text-sm font-semibold text-fg">{t('microsoft.link.title')}</h2>
          <p className="mt-1 text-xs text-pretty text-muted">{t('microsoft.link.text')}</p>
        </div>
      )}
      {failure !== undefined && (
        <Alert live tone={mustReset ? 'warning' : 'danger'} title={mustReset ? t('passwordResetRequired.title') : undefined}>
          {errorText(failure, language)}
        </Alert>
      )}
      <div className="flex h-10 items-center gap-2 rounded-control border border-line bg-sunken pr-1 pl-3 text-sm text-muted">
        {/* Password managers look for the name beside the password. */}
        <input
          name="email"
          value={email}
          readOnly
          tabIndex={-1}
          autoComplete="username"
          aria-label={t('signIn.email')}
          className="min-w-0 flex-1 truncate bg-transparent outline-none"
        />
        <IconButton icon="edit" label={t('signIn.otherEmail')} onClick={onBack} />
      </div>
      <Field
        label={t('signIn.password')}
        error={sentenceOf(fieldError?.message, fieldError?.params)}
        hint={capsLock ? <span className="text-warning-fg">{t('signIn.capsLock')}</span> : undefined}
      >
        <PasswordInput
          name="password"
          size="md"
          autoComplete="current-password"
          onInput={() => setFieldError(undefined)}
          onKeyUp={handleKey}
        />
      </Field>
      <Button type="submit" variant="primary" size="md" fullWidth loading={busy}>
        {t(link ? 'microsoft.link.submit' : 'signIn.submit')}
      </Button>
      {passkey && <PasskeySignIn label={t('passkey.button')} run={signInWithPasskey} onSignedIn={onSignedIn} />}
      <SignInLinks step="password" email={email} />
    </form>
  );
}
