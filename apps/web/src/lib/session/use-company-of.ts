import { useEffect } from 'react';
import { notify } from '../browser/toast.ts';
import { useTranslations } from '../i18n/translations.ts';
import { session } from './session.ts';
import { chosenCompany, useViewer } from './viewer.ts';

/**
 * A record of another of the viewer's companies, opened by a link, makes that one the company of every screen, and says so:
 * else "Create a check" beside it would order for a company that the record does not show.
 * @param companyId of the record; undefined while it is under way
 */
export function useCompanyOf(companyId: string | undefined): void {
  const t = useTranslations('shell');
  const viewer = useViewer();
  const company = viewer.companies.find(({ id }) => id === companyId);
  useEffect(() => {
    if (!company || chosenCompany(viewer, session.companyId())?.id === company.id) return;
    session.setCompanyId(company.id);
    notify('info', t('company.switched', { name: company.name }));
  }, [company, viewer, t]);
}
