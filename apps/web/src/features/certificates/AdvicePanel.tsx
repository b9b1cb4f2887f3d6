import { useFormat } from '../../lib/i18n/format.ts';
import { sentenceOf } from '../../lib/i18n/sentence.ts';
import { sentenceValues } from '../../lib/i18n/sentence-values.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Icon } from '../../ui/content/Icon.tsx';
import { LawLink } from '../../ui/law/LawLink.tsx';
import { AppLink } from '../../ui/links/AppLink.tsx';
import type { AdviceFieldsFragment } from './certificates.gql.ts';

type Remark = AdviceFieldsFragment['remarks'][number];

/** Remarks on a certificate, the most serious first, each with its source in the law and the certificate that it is about. */
export function Remarks({ remarks }: { readonly remarks: readonly Remark[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {remarks.map((remark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a remark may come twice, about two certificates that the reader may not see.
        <RemarkLine key={`${remark.code} ${index}`} remark={remark} />
      ))}
    </ul>
  );
}

function RemarkLine({ remark }: { readonly remark: Remark }) {
  const t = useTranslations('certificates');
  const format = useFormat();
  const grave = remark.severity === 'attention';
  return (
    <li className="flex items-start gap-2 text-xs">
      <Icon
        name={grave ? 'alert' : 'info'}
        size={15}
        label={t(grave ? 'advice.attention' : 'advice.info')}
        className={`mt-px ${grave ? 'text-warning-fg' : 'text-info-fg'}`}
      />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <p className="text-pretty text-fg">{sentenceOf(`enums:certificateRemark.${remark.code}`, sentenceValues(remark.params, format))}</p>
        {remark.certificateId && (
          <AppLink
            to="/certificates/$id"
            params={{ id: remark.certificateId }}
            className="inline-block py-1 text-2xs text-brand-fg hover:underline"
          >
            {t('advice.open')}
          </AppLink>
        )}
        {remark.source && <LawLink source={remark.source} className="inline-block py-1" />}
      </div>
    </li>
  );
}

/** How many days without certificate the worker used this year. */
export function UsedDays({ count }: { readonly count: AdviceFieldsFragment['noCertificateDays'] }) {
  const t = useTranslations('certificates');
  return (
    <p className="text-2xs text-muted">
      {t('advice.used', { year: count.year, used: count.used, quota: count.quota })} {count.source && <LawLink source={count.source} />}
    </p>
  );
}
