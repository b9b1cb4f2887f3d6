import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queryClient } from '../../lib/api/query.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { session } from '../../lib/session/session.ts';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { type OpenDialog, ProtectionDialogs } from './ProtectionDialogs.tsx';
import { asksPassword, protectionQuery } from './protection.queries.ts';

/** The only page for an account that must have a second step and has none: it sets one up. @param onSignOut signs out */
export function SetUpSecondStep({ onSignOut }: { readonly onSignOut: () => void }) {
  const t = useTranslations('protection');
  const router = useRouter();
  const { data, error, isError, refetch } = useQuery(protectionQuery, queryClient);
  const [open, setOpen] = useState<OpenDialog>();
  const done = data?.missing === false && open === undefined;
  useEffect(() => {
    if (done) router.history.replace(session.takeReturnPath());
  }, [done, router]);
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || done) return <Skeleton lines={4} height="2.5rem" />;
  return (
    <>
      <div className="flex flex-col gap-2">
        <p className="text-xs text-pretty text-muted">{t('totp.off')}</p>
        <Button variant="primary" size="md" fullWidth icon="phone" onClick={() => setOpen({ kind: 'addTotp' })}>
          {t('totp.addTitle')}
        </Button>
      </div>
      <div className="flex flex-col gap-2">
        <p className="text-xs text-pretty text-muted">{t('passkeys.text')}</p>
        <Button size="md" fullWidth icon="key" onClick={() => setOpen({ kind: 'addPasskey' })}>
          {t('passkeys.add')}
        </Button>
      </div>
      <Button variant="ghost" size="md" fullWidth icon="logOut" onClick={onSignOut}>
        {t('setUp.logOut')}
      </Button>
      {open && <ProtectionDialogs open={open} asksPassword={asksPassword(data)} onClose={() => setOpen(undefined)} />}
    </>
  );
}
