import type { ReactNode } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useCan, useCompany } from '../../../lib/session/viewer.ts';
import { Page, PageHeader } from '../../../ui/content/PageHeader.tsx';
import { NoAccess } from '../SettingsPage.tsx';

/** Shows a screen about any company only to the provider's team. The server checks the same. */
export function ForProvider({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('companies');
  const own = useCompany();
  const reads = useCan('company.read');
  if (reads && !own) return children;
  return (
    <Page>
      <PageHeader title={t('title')} />
      <NoAccess />
    </Page>
  );
}
