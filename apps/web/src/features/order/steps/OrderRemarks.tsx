import { useFormat } from '../../../lib/i18n/format.ts';
import { sentenceOf } from '../../../lib/i18n/sentence.ts';
import { sentenceValues } from '../../../lib/i18n/sentence-values.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Icon } from '../../../ui/content/Icon.tsx';
import { LawLink } from '../../../ui/law/LawLink.tsx';
import { AppLink } from '../../../ui/links/AppLink.tsx';
import { NewTabMark } from '../../../ui/links/NewTabMark.tsx';
import type { OrderForecast } from './use-forecast.ts';

type Flag = OrderForecast['flags'][number];

const LOOKS = {
  blocks: { icon: 'xCircle', colour: 'text-danger-fg' },
  attention: { icon: 'alert', colour: 'text-warning-fg' },
  info: { icon: 'info', colour: 'text-info-fg' },
} as const satisfies Record<Flag['severity'], object>;

/** Remarks on an order, the most serious first, each with its source in the law and the check that it is about. */
export function OrderRemarks({ flags }: { readonly flags: readonly Flag[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {flags.map((flag) => (
        <Remark key={flag.code} flag={flag} />
      ))}
    </ul>
  );
}

function Remark({ flag: { code, severity, params, source, checkId } }: { readonly flag: Flag }) {
  const t = useTranslations('order');
  const format = useFormat();
  const { icon, colour } = LOOKS[severity];
  const reported = code === 'alreadyChecked';
  return (
    <li className="flex items-start gap-2 text-xs">
      <Icon name={icon} size={15} label={t(`forecast.severity.${severity}`)} className={`mt-px ${colour}`} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <p className="text-pretty text-fg">{sentenceOf(`enums:orderFlag.${code}`, sentenceValues(params, format))}</p>
        {checkId !== null && (
          // In a tab of its own: the order stays as it is.
          <AppLink
            to={reported ? '/reports/$id' : '/checks/$id'}
            params={{ id: checkId }}
            target="_blank"
            className="inline-block py-1 text-2xs text-brand-fg hover:underline"
          >
            {t(reported ? 'forecast.openReport' : 'forecast.openCheck')}
            <NewTabMark />
          </AppLink>
        )}
        {source !== null && <LawLink source={source} className="inline-block py-1" />}
      </div>
    </li>
  );
}
