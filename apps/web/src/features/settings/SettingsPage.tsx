import type { Ability } from '@checkwell/domain/policy';
import type { ReactNode } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useCan, useCompany, type ViewerCompany } from '../../lib/session/viewer.ts';
import { Card } from '../../ui/content/Card.tsx';
import { EmptyState } from '../../ui/content/EmptyState.tsx';
import { NavTabs } from '../../ui/content/NavTabs.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';

interface SettingsPageProps {
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The settings' frame: a tab for the user's own profile, and those about the company for users who may read them. */
export function SettingsPage({ actions, children }: SettingsPageProps) {
  const t = useTranslations('settings');
  const company = useCompany();
  const readsCompany = useCan('company.read');
  const readsUsers = useCan('user.read');
  const readsSuperiors = useCan('superior.read');
  const readsTokens = useCan('apiToken.read');
  const tabs = [
    { to: '/settings/profile', label: t('tab.profile') },
    ...(company && readsCompany ? [{ to: '/settings/company', label: t('tab.company') }] : []),
    ...(company && readsSuperiors ? [{ to: '/settings/superiors', label: t('tab.superiors') }] : []),
    ...(company && readsUsers ? [{ to: '/settings/users', label: t('tab.users') }] : []),
    ...(company && readsTokens ? [{ to: '/settings/api-tokens', label: t('tab.tokens') }] : []),
  ];
  return (
    <Page>
      <PageHeader title={t('title')} actions={actions}>
        {tabs.length > 1 && <NavTabs label={t('title')} tabs={tabs} />}
      </PageHeader>
      {children}
    </Page>
  );
}

interface CompanySettingsProps {
  /** The ability that the screen requires in the company. */
  readonly ability: Ability;
  readonly children: (company: ViewerCompany) => ReactNode;
}

/** A settings screen of the current company, or the message that the user may not see it. */
export function CompanySettings({ ability, children }: CompanySettingsProps) {
  const company = useCompany();
  const allowed = useCan(ability);
  return <SettingsPage>{company && allowed ? children(company) : <NoAccess />}</SettingsPage>;
}

/** The message for users who may not see a screen. */
export function NoAccess() {
  const t = useTranslations('shell');
  return (
    <Card>
      <EmptyState icon="lock" title={t('noAccess.title')} text={t('noAccess.text')} />
    </Card>
  );
}
