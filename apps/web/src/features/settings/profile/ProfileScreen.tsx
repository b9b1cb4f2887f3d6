import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { profileQuery } from '../../../lib/session/profile.ts';
import { useCompany } from '../../../lib/session/viewer.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { ErrorState } from '../../../ui/content/ErrorState.tsx';
import { Skeleton } from '../../../ui/content/Skeleton.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import { NotificationsCard } from './NotificationsCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';

/**
 * The viewer's own settings (specification, section 2): profile, contact, password, e-mails, log out.
 * @param protection what is behind the password: how the account is protected besides
 */
export function ProfileScreen({ protection, onSignOut }: { readonly protection: ReactNode; readonly onSignOut: () => void }) {
  const t = useTranslations('settings');
  const company = useCompany();
  const { data, isFetching, refetch } = useQuery(profileQuery);
  return (
    <SettingsPage>
      <div className="flex max-w-3xl flex-col gap-5">
        {data ? (
          <>
            <ProfileCard profile={data.profile} />
            <PasswordCard userName={data.profile.userName} />
            {protection}
          </>
        ) : (
          <Card title={t('profile.details')}>
            {/* A profile that could not be loaded is null, not an error (specification, section 8). */}
            {data === undefined || isFetching ? <Skeleton lines={6} height="1.25rem" /> : <ErrorState onRetry={() => void refetch()} />}
          </Card>
        )}
        <NotificationsCard key={company?.id} company={company} />
        <SessionsCard />
        <Card
          title={t('logOut.title')}
          hint={t('logOut.text')}
          actions={
            <Button icon="logOut" onClick={onSignOut}>
              {t('logOut.button')}
            </Button>
          }
        />
      </div>
    </SettingsPage>
  );
}
