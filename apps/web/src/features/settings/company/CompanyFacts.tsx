import { CERTIFICATE_TERM_WORKING_DAYS } from '@checkwell/domain/law/absence-rules';
import { findRule } from '@checkwell/domain/law/dated';
import { formatVat } from '@checkwell/domain/people/numbers/vat';
import { today } from '../../../lib/browser/time.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { DescriptionList } from '../../../ui/content/DescriptionList.tsx';
import { LawLink } from '../../../ui/law/LawLink.tsx';
import type { CompanyFieldsFragment } from './company.gql.ts';

interface CompanyFactsProps {
  readonly company: CompanyFieldsFragment;
  /** Whether to show what the facts are used for. */
  readonly hints?: boolean;
}

/** The company and its rules about absences, for those who read but do not change them. */
export function CompanyFacts({ company, hints = false }: CompanyFactsProps) {
  const t = useTranslations('settings', 'companyFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  const term = findRule(CERTIFICATE_TERM_WORKING_DAYS, today());
  const { availabilityDays: days, availabilityFrom: from, availabilityTo: to, availabilityBasis: basis } = company;
  // A name that is the address is shown once.
  const said = [
    `${company.invoicingFirstName} ${company.invoicingLastName}`.trim(),
    company.invoicingEmail ?? '',
    company.invoicingPhoneNumber && format.phone(company.invoicingPhoneNumber),
  ];
  const contact = [...new Set(said)].filter((part) => part !== '');
  return (
    <>
      <Card title={t('company.details')} {...(hints && { hint: t('company.hint') })}>
        <DescriptionList
          items={[
            { label: t('companyFields:name'), value: company.name },
            { label: t('companyFields:companyNumber'), value: formatVat(company.companyNumber) },
            { label: t('companyFields:companyAddress'), value: company.companyAddress },
            { label: t('companyFields:language'), value: enums(`interfaceLanguage.${company.language}`) },
            ...(company.checkPrice === null
              ? []
              : [
                  {
                    label: t('companyFields:checkPrice'),
                    value: t('company.checkPriceValue', { price: format.money(company.checkPrice) }),
                  },
                ]),
            {
              label: t('company.invoicing'),
              value:
                contact.length > 0 &&
                contact.map((part) => (
                  <span key={part} className="block wrap-anywhere">
                    {part}
                  </span>
                )),
            },
            ...(company.purchaseOrder === '' ? [] : [{ label: t('companyFields:purchaseOrder'), value: company.purchaseOrder }]),
          ]}
        />
      </Card>
      <Card title={t('workRules.title')} {...(hints && { hint: t('workRules.hint') })}>
        <DescriptionList
          items={[
            { label: t('companyFields:staffCount'), value: format.number(company.staffCount) },
            {
              label: t('workRules.certificateTermDays'),
              value:
                company.certificateTermDays === null
                  ? term && (
                      <>
                        {t('workRules.byLaw', { days: term.value })}
                        <LawLink source={term.source} className="block w-fit" />
                      </>
                    )
                  : `${format.number(company.certificateTermDays)} ${t('workRules.certificateTermUnit')}`,
            },
            { label: t('workRules.noCertificateOptOut'), value: t(company.noCertificateOptOut ? 'common:yes' : 'common:no') },
            {
              label: t('workRules.availability'),
              value:
                days !== null && from !== null && to !== null && basis !== null
                  ? t('workRules.window', {
                      days,
                      from: format.time(from),
                      to: format.time(to),
                      basis: enums(`availabilityBasis.${basis}`),
                    })
                  : t('workRules.none'),
            },
          ]}
        />
      </Card>
    </>
  );
}
