import type { Protection } from '@checkwell/domain/identity/second-step';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { QueryState } from '../../ui/content/QueryState.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { type OpenDialog, ProtectionDialogs } from './ProtectionDialogs.tsx';
import { asksPassword, protectionQuery } from './protection.queries.ts';

/** How the viewer's account is protected: authenticator app, passkeys, recovery codes, Microsoft. */
export function ProtectionCard() {
  const t = useTranslations('protection');
  const query = useQuery(protectionQuery);
  const [open, setOpen] = useState<OpenDialog>();
  return (
    <Card title={t('title')} hint={t('hint')} padded={false}>
      {query.data ? (
        <>
          {query.data.required && (
            <Alert tone="info" className="m-4 mb-0">
              {t('required')}
            </Alert>
          )}
          <Lines protection={query.data} onOpen={setOpen} />
          {open && <ProtectionDialogs open={open} asksPassword={asksPassword(query.data)} onClose={() => setOpen(undefined)} />}
        </>
      ) : (
        <QueryState query={query} lines={4} height="2rem" className="p-4" />
      )}
    </Card>
  );
}

function Lines({ protection, onOpen }: { readonly protection: Protection; readonly onOpen: (dialog: OpenDialog) => void }) {
  const t = useTranslations('protection');
  const format = useFormat();
  const { totpSince, passkeys, recoveryCodesLeft, microsoftOffered, microsoftSince } = protection;
  const dayOf = (instant: string): string => format.dateLong(new Date(instant));
  return (
    <ul className="divide-y divide-line">
      <Line
        title={t('totp.title')}
        text={totpSince ? t('totp.since', { day: dayOf(totpSince) }) : t('totp.off')}
        actions={
          <Button
            size="sm"
            onClick={() => onOpen(totpSince ? { kind: 'removeTotp', hasPasskeys: passkeys.length > 0 } : { kind: 'addTotp' })}
          >
            {t(totpSince ? 'totp.remove' : 'totp.add')}
          </Button>
        }
      />
      <Line
        title={t('passkeys.title')}
        text={t('passkeys.text')}
        actions={
          <Button size="sm" onClick={() => onOpen({ kind: 'addPasskey' })}>
            {t('passkeys.add')}
          </Button>
        }
      >
        {passkeys.length > 0 && (
          <ul aria-label={t('passkeys.title')} className="mt-2 flex w-full flex-col gap-2 border-l-2 border-line pl-3">
            {passkeys.map((passkey) => (
              <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <div className="min-w-0">
                  <p className="font-medium break-words text-fg">{passkey.name}</p>
                  <p className="text-2xs text-muted">
                    {t('passkeys.created', { day: dayOf(passkey.createdAt) })} ·{' '}
                    {passkey.lastUsedAt ? t('passkeys.used', { when: format.relative(passkey.lastUsedAt) }) : t('passkeys.unused')}
                  </p>
                </div>
                <div className="flex gap-2">
                  <Button
                    size="sm"
                    aria-label={`${t('passkeys.rename')}: ${passkey.name}`}
                    onClick={() => onOpen({ kind: 'renamePasskey', passkey })}
                  >
                    {t('passkeys.rename')}
                  </Button>
                  <Button
                    size="sm"
                    aria-label={`${t('passkeys.remove')}: ${passkey.name}`}
                    onClick={() => onOpen({ kind: 'removePasskey', passkey })}
                  >
                    {t('passkeys.remove')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Line>
      {(totpSince !== null || passkeys.length > 0) && (
        <Line
          title={t('recovery.title')}
          text={t('recovery.left', { count: recoveryCodesLeft })}
          actions={
            <Button size="sm" onClick={() => onOpen({ kind: 'renewCodes' })}>
              {t('recovery.renew')}
            </Button>
          }
        />
      )}
      {(microsoftOffered || microsoftSince) && (
        <Line
          title={t('microsoft.title')}
          text={microsoftSince ? t('microsoft.since', { day: dayOf(microsoftSince) }) : t('microsoft.off')}
          actions={
            microsoftSince && (
              <Button size="sm" onClick={() => onOpen({ kind: 'removeMicrosoft' })}>
                {t('microsoft.remove')}
              </Button>
            )
          }
        />
      )}
    </ul>
  );
}

interface LineProps {
  readonly title: string;
  readonly text: string;
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

function Line({ title, text, actions, children }: LineProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 text-xs">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium text-fg">{title}</p>
        <p className="text-2xs text-pretty text-muted">{text}</p>
      </div>
      {actions}
      {children}
    </li>
  );
}
