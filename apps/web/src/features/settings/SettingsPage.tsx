import type { ReactNode } from 'react';
import { useCan, useCompany } from '../../lib/viewer.ts';
import { useWords } from '../../lib/words.ts';
import { Page, PageHeader } from '../../ui/PageHeader.tsx';
import { NavTabs } from '../../ui/Tabs.tsx';

interface SettingsPageProps {
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Whether the viewer may see the users of the company that the screens show. */
export function useSeesUsers(): boolean {
  const canRead = useCan('user.read');
  return useCompany() !== undefined && canRead;
}

/** The settings' frame: a tab for the own profile, and one for the users to those who may see them. */
export function SettingsPage({ actions, children }: SettingsPageProps) {
  const t = useWords('settings');
  const seesUsers = useSeesUsers();
  return (
    <Page>
      <PageHeader title={t('title')} actions={actions}>
        {seesUsers && (
          <NavTabs
            label={t('title')}
            tabs={[
              { to: '/settings/profile', label: t('tab.profile') },
              { to: '/settings/users', label: t('tab.users') },
            ]}
          />
        )}
      </PageHeader>
      {children}
    </Page>
  );
}
