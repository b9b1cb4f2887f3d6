import type { SecondStepAsked, SecondStepMethod } from '@checkwell/domain/identity/second-step';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorText } from '../../lib/api/errors.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { sentenceOf } from '../../lib/i18n/sentence.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { codeRule, readForm } from './account/rules.ts';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { takeSecondStep, takeSecondStepWithPasskey } from './passkey.calls.ts';

/** Errors that another code does not fix: the sign-in has to begin again. */
const OVER: ReadonlySet<string> = new Set(['auth.secondStepExpired', 'auth.microsoftLinkFailed', 'auth.accountsLinkFailed']);
const isOver = (error: unknown): boolean => error instanceof ApiError && OVER.has(error.code);

interface SecondStepProps {
  readonly asked: SecondStepAsked;
  readonly onSignedIn: () => void;
  /** Returns to the first step, with the error when the ticket is no longer valid. */
  readonly onOver: (error?: unknown) => void;
}

/** The second step of a sign-in: a code of the app, a passkey, or a recovery code (docs/decisions/0018). */
export function SecondStep({ asked: { ticket, methods }, onSignedIn, onOver }: SecondStepProps) {
  const t = useTranslations('auth');
  const [method, setMethod] = useState<SecondStepMethod>(methods[0] ?? 'recovery');
  const heading = useRef<HTMLHeadingElement>(null);
  // The other methods have a field, which takes the focus.
  useEffect(() => {
    if (method === 'passkey') heading.current?.focus();
  }, [method]);
  const others = { totp: 'secondStep.toTotp', passkey: 'secondStep.toPasskey', recovery: 'secondStep.toRecovery' } as const;
  const handleRefused = (error: unknown): boolean => {
    if (!isOver(error)) return false;
    onOver(error);
    return true;
  };
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-sm font-semibold text-fg">
          {t('secondStep.title')}
        </h2>
        <p className="mt-1 text-xs text-pretty text-muted">{t(`secondStep.${method}`)}</p>
      </div>
      {method === 'passkey' ? (
        <PasskeySignIn
          label={t('secondStep.toPasskey')}
          run={() => takeSecondStepWithPasskey(ticket)}
          onSignedIn={onSignedIn}
          onRefused={handleRefused}
        />
      ) : (
        <CodeForm key={method} method={method} ticket={ticket} onSignedIn={onSignedIn} onRefused={handleRefused} />
      )}
      <ul className="flex flex-col items-start gap-1">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <li key={other}>
              <Button variant="link" size="xs" onClick={() => setMethod(other)}>
                {t(others[other])}
              </Button>
            </li>
          ))}
        <li>
          <Button variant="link" size="xs" onClick={() => onOver()}>
            {t('secondStep.back')}
          </Button>
        </li>
      </ul>
    </div>
  );
}

interface CodeFormProps {
  readonly method: Exclude<SecondStepMethod, 'passkey'>;
  readonly ticket: string;
  readonly onSignedIn: () => void;
  readonly onRefused: (error: unknown) => boolean;
}

function CodeForm({ method, ticket, onSignedIn, onRefused }: CodeFormProps) {
  const t = useTranslations('auth');
  const language = useLanguage();
  const [fieldError, setFieldError] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusCode = (): void => form.current?.querySelector('input')?.focus();
  useEffect(focusCode, []);

  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { values, fieldErrors } = readForm(codeRule, event.currentTarget);
    setFailure(undefined);
    setFieldError(sentenceOf(fieldErrors?.code?.message, fieldErrors?.code?.params));
    if (!values) return focusCode();
    setBusy(true);
    try {
      await takeSecondStep(ticket, values.code);
      return onSignedIn();
    } catch (error) {
      if (onRefused(error)) return;
      if (error instanceof ApiError && error.code === 'auth.codeInvalid') setFieldError(errorText(error, language));
      else setFailure(error);
    }
    setBusy(false);
    focusCode();
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      {failure !== undefined && <Alert tone="danger">{errorText(failure, language)}</Alert>}
      <Field label={t(method === 'totp' ? 'secondStep.code' : 'secondStep.recoveryCode')} error={fieldError}>
        <TextInput
          name="code"
          size="md"
          autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono tracking-widest"
          onInput={() => setFieldError(undefined)}
        />
      </Field>
      <Button type="submit" variant="primary" size="md" fullWidth loading={busy}>
        {t('secondStep.submit')}
      </Button>
    </form>
  );
}
