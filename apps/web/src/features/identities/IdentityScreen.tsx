import { formatVat } from '@checkwell/domain/people/numbers/vat';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { State } from '../../ui/content/Badge.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { DescriptionList } from '../../ui/content/DescriptionList.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';
import { Page, PageHeader } from '../../ui/content/PageHeader.tsx';
import { Skeleton } from '../../ui/content/Skeleton.tsx';
import { EmailAddress } from '../../ui/links/EmailAddress.tsx';
import { DecisionCard } from './DecisionCard.tsx';
import { type SignUpDetail, signUpQuery } from './identities.queries.ts';
import { useOutcome } from './use-outcome.ts';

const route = getRouteApi('/_app/identities/$id');
const TONES = { Pending: 'warning', Confirmed: 'success', Refused: 'neutral' } as const;

/** One request for access: what was typed, what is known, and the decision. */
export function IdentityScreen() {
  const t = useTranslations('identities');
  const enums = useTranslations('enums');
  const { id } = route.useParams();
  const query = useQuery(signUpQuery(id));
  const signUp = query.data?.signUp;
  return (
    <Page width="narrow">
      <PageHeader
        back={{ to: '/identities', label: t('back') }}
        title={signUp ? `${signUp.firstName} ${signUp.lastName}` : t('request')}
        badge={signUp && <State tone={TONES[signUp.state]}>{enums(`signUpState.${signUp.state}`)}</State>}
      />
      {query.isPending && (
        <Card>
          <Skeleton lines={6} height="1.25rem" />
        </Card>
      )}
      {query.isError && !signUp && (
        <Card>
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      )}
      {signUp && (
        <>
          <Outcome signUp={signUp} />
          <Request signUp={signUp} />
          {signUp.state === 'Pending' && (
            <>
              <Hints signUp={signUp} />
              <DecisionCard key={signUp.id} signUp={signUp} />
            </>
          )}
        </>
      )}
    </Page>
  );
}

function Outcome({ signUp }: { readonly signUp: SignUpDetail }) {
  const t = useTranslations('identities');
  const format = useFormat();
  const outcome = useOutcome();
  if (signUp.state === 'Pending') return null;
  return (
    <Alert tone={signUp.state === 'Confirmed' ? 'success' : 'neutral'} title={outcome(signUp)}>
      {t('decidedBy', { name: signUp.decidedBy ?? '–', when: format.dateTime(signUp.decidedAt) })}
    </Alert>
  );
}

function Request({ signUp }: { readonly signUp: SignUpDetail }) {
  const t = useTranslations('identities', 'personFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  return (
    <Card title={t('request')}>
      <DescriptionList
        items={[
          { label: t('personFields:email'), value: <EmailAddress email={signUp.email} /> },
          { label: t('personFields:phoneNumber'), value: format.phone(signUp.phoneNumber) },
          { label: t('company'), value: signUp.companyName },
          { label: t('companyNumber'), value: formatVat(signUp.companyNumber) },
          { label: t('personFields:language'), value: enums(`interfaceLanguage.${signUp.language}`) },
          { label: t('asked'), value: `${format.dateTime(signUp.createdAt)} (${format.relative(signUp.createdAt)})` },
        ]}
      />
    </Card>
  );
}

function Hints({ signUp: { hints } }: { readonly signUp: SignUpDetail }) {
  const t = useTranslations('identities');
  const { accountOf, otherRequests, byMicrosoft, workDomain, candidates } = hints;
  return (
    <Card title={t('hint.title')}>
      <ul className="flex list-disc flex-col gap-1.5 pl-4 text-xs text-fg marker:text-faint">
        {accountOf !== null && <li className="font-medium">{t('hint.account', { name: accountOf })}</li>}
        {otherRequests > 0 && <li>{t('hint.others', { count: otherRequests })}</li>}
        {byMicrosoft && <li>{t('hint.byMicrosoft')}</li>}
        <li>{workDomain === null ? t('hint.openMail') : t('hint.workDomain', { domain: workDomain })}</li>
        {candidates.length === 0 && <li>{t('hint.noCompany')}</li>}
      </ul>
    </Card>
  );
}
