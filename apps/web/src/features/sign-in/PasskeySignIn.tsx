import { useState } from 'react';
import { errorText } from '../../lib/api/errors.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import type { PasskeyRefusal } from '../../lib/session/passkeys.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { useNavigation } from '../../ui/links/navigation.ts';
import { isPrerendering } from './prerendering.ts';

interface PasskeySignInProps {
  readonly label: string;
  /** @returns why the browser used no passkey; undefined: signed in */
  readonly run: () => Promise<PasskeyRefusal | undefined>;
  readonly onSignedIn: () => void;
  /** Handles a refusal that a further attempt cannot fix. @returns whether it was handled */
  readonly onRefused?: (error: unknown) => boolean;
}

/** The button that signs in with a passkey, with the reason of a failure. */
export function PasskeySignIn({ label, run, onSignedIn, onRefused }: PasskeySignInProps) {
  const t = useTranslations('auth', 'errors');
  const language = useLanguage();
  const { prepare } = useNavigation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PasskeyRefusal | { readonly error: unknown }>();
  const handleClick = async (): Promise<void> => {
    setFailure(undefined);
    setBusy(true);
    prepare();
    try {
      const refusal = await run();
      if (refusal === undefined) return onSignedIn();
      setFailure(refusal);
    } catch (error) {
      if (onRefused?.(error)) return;
      setFailure({ error });
    }
    setBusy(false);
  };
  return (
    <>
      {failure !== undefined && (
        <Alert live tone={failure === 'cancelled' ? 'info' : 'danger'}>
          {typeof failure === 'object'
            ? errorText(failure.error, language)
            : t(failure === 'cancelled' ? 'passkey.cancelled' : 'passkey.unsupported')}
        </Alert>
      )}
      <Button icon="key" size="md" fullWidth loading={busy} disabled={isPrerendering} onClick={() => void handleClick()}>
        {label}
      </Button>
    </>
  );
}
