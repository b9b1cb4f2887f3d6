import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useCan, type ViewerCompany } from '../../../lib/session/viewer.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Card } from '../../../ui/content/Card.tsx';
import { QueryState } from '../../../ui/content/QueryState.tsx';
import { LeaveGuard } from '../../../ui/overlays/LeaveGuard.tsx';
import type { FormState } from '../form-state.ts';
import { SecondStepCard } from '../profile/SecondStepCard.tsx';
import { CompanySettings } from '../SettingsPage.tsx';
import { CompanyCard } from './CompanyCard.tsx';
import { CompanyFacts } from './CompanyFacts.tsx';
import { CostCentresCard } from './CostCentresCard.tsx';
import type { CompanyFieldsFragment } from './company.gql.ts';
import { companyQuery } from './company.queries.ts';
import { InvoicesCard } from './InvoicesCard.tsx';
import { WorkRulesCard } from './WorkRulesCard.tsx';

/** The company: invoices, rules about absences, cost centres. For administrators to change, for the others to read. */
export function CompanyScreen() {
  return <CompanySettings ability="company.read">{(company) => <Company key={company.id} company={company} />}</CompanySettings>;
}

function Company({ company }: { readonly company: ViewerCompany }) {
  const t = useTranslations('settings');
  const canWrite = useCan('company.write');
  const readsInvoices = useCan('invoice.read');
  const query = useQuery(companyQuery(company.id));
  const found = query.data?.company;
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      {found ? (
        canWrite ? (
          <CompanyForms company={found} />
        ) : (
          <>
            <Alert tone="info">{t('company.readOnly')}</Alert>
            <CompanyFacts company={found} hints />
          </>
        )
      ) : (
        <Card title={t('company.details')}>
          <QueryState query={query} lines={8} height="1.25rem" />
        </Card>
      )}
      {readsInvoices && <InvoicesCard companyId={company.id} />}
      <CostCentresCard companyId={company.id} canWrite={canWrite} />
    </div>
  );
}

/** Two forms, saved each by its own button; leaving asks once for both. */
function CompanyForms({ company }: { readonly company: CompanyFieldsFragment }) {
  const states = useRef<Record<'company' | 'workRules', FormState | undefined>>({ company: undefined, workRules: undefined });
  const [dirty, setDirty] = useState(false);
  const note = useCallback((form: 'company' | 'workRules', state: FormState) => {
    states.current[form] = state;
    setDirty(Object.values(states.current).some((one) => one?.isDirty));
  }, []);
  return (
    <>
      <CompanyCard company={company} onState={(state) => note('company', state)} />
      <SecondStepCard company={company} />
      <WorkRulesCard company={company} onState={(state) => note('workRules', state)} />
      <LeaveGuard
        when={dirty}
        onLeave={() => {
          for (const state of Object.values(states.current)) state?.discard();
        }}
      />
    </>
  );
}
