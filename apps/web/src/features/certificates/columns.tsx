import { lengthInDays } from '@checkwell/domain/clock';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { superiorName } from '../../lib/records/superiors.ts';
import { useCan, useCompany } from '../../lib/session/viewer.ts';
import { TwoLines } from '../../ui/content/TwoLines.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import type { Column } from '../../ui/lists/DataTable.tsx';
import { CheckState, WhyNoCheck } from './CheckState.tsx';
import type { CertificateRowFragment } from './certificates.gql.ts';
import { MarkerLines } from './Markers.tsx';

export const nameOf = ({ employeeFirstName, employeeLastName }: CertificateRowFragment): string =>
  `${employeeFirstName} ${employeeLastName}`;

/** The link to an order that is filled in from the certificate (its `relaunchCheckUrl`); null when a check is in progress or cannot be ordered. */
export function launchOf({ isCheckRequestLaunched, relaunchCheckUrl }: CertificateRowFragment) {
  const certificateId = new URLSearchParams(relaunchCheckUrl?.split('?')[1]).get('certificateId');
  return isCheckRequestLaunched || certificateId === null ? null : { to: '/checks/new' as const, search: { certificateId } };
}

export function useColumns(): readonly Column<CertificateRowFragment>[] {
  const t = useTranslations('certificates', 'certificateFields', 'employeeFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  const company = useCompany();
  const canOrder = useCan('check.order');
  return [
    {
      id: 'employee',
      header: t('employeeFields:employee'),
      sortKey: 'employeeLastName',
      ...(company && { secondSort: { key: 'superior', header: t('column.superior') } }),
      card: 'title',
      cell: (row) => {
        const beside = company ? row.superior && superiorName(row.superior) : row.employeeCompanyName;
        return <TwoLines first={nameOf(row)} second={[row.employeeMatricule, beside].filter(Boolean).join(' · ')} />;
      },
    },
    {
      id: 'start',
      header: t('column.start'),
      sortKey: 'startDate',
      width: '7rem',
      // On a card, the column of the end shows the whole period.
      card: 'hidden',
      cell: ({ startDate }) => format.date(startDate),
    },
    {
      id: 'end',
      header: t('column.end'),
      sortKey: 'endDate',
      width: '7rem',
      card: 'plain',
      cell: ({ startDate, endDate }) => (
        <TwoLines
          beside
          first={
            <>
              <span className="max-md:hidden">{format.date(endDate)}</span>
              <span className="md:hidden">{format.dateRange(startDate, endDate)}</span>
            </>
          }
          second={format.days(lengthInDays(startDate, endDate))}
        />
      ),
    },
    {
      id: 'certifType',
      header: t('certificateFields:certifType'),
      sortKey: 'certifType',
      width: '10rem',
      card: 'plain',
      cell: ({ certifType, incapacityReason }) => (
        <TwoLines beside first={enums(`certifType.${certifType}`)} second={enums(`incapacityType.${incapacityReason}`)} />
      ),
    },
    {
      id: 'entry',
      header: t('certificateFields:createdAt'),
      sortKey: 'createdAt',
      width: '10rem',
      priority: 'wide',
      cell: ({ entryType, createdAt }) => <TwoLines first={format.date(new Date(createdAt))} second={enums(`entryType.${entryType}`)} />,
    },
    {
      id: 'check',
      header: t('column.check'),
      width: '13rem',
      card: 'badge',
      cell: (row) => {
        const launch = canOrder ? launchOf(row) : null;
        return (
          <span className="flex flex-col items-start gap-1">
            <CheckState certificate={row} />
            {launch && (
              <LinkButton {...launch} size="xs" className="relative z-1">
                {t('list.launch')}
              </LinkButton>
            )}
            <WhyNoCheck certificate={row} />
            <MarkerLines certificate={row} />
          </span>
        );
      },
    },
  ];
}
