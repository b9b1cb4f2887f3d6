import { type OutcomeStep, stepsOf } from '@checkwell/domain/check/result/outcome-steps';
import { lawAddress } from '@checkwell/domain/law/dated';
import { today } from '../../lib/browser/time.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Badge } from '../../ui/content/Badge.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { Icon } from '../../ui/content/Icon.tsx';
import { NewTabMark } from '../../ui/links/NewTabMark.tsx';
import type { WholeCheck } from './check.queries.ts';

/** What the employer can do after the outcome, with the deadline and the source in the law. */
export function NextSteps({ check }: { check: WholeCheck }) {
  const t = useTranslations('reports');
  return (
    <Card title={t('next.title')}>
      <ol className="flex flex-col gap-4">
        {stepsOf(check, today()).map((step) => (
          <Step key={step.key} step={step} check={check} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ step, check }: { step: OutcomeStep; check: WholeCheck }) {
  const t = useTranslations('reports');
  const enums = useTranslations('enums');
  const format = useFormat();
  const language = useLanguage();
  const text =
    step.key === 'byReason'
      ? check.nonOperableReason && enums(`nonOperableNextStep.${check.nonOperableReason}`)
      : t(`next.${step.key}`, { date: format.date(step.date) });
  return (
    <li className="flex gap-2.5 text-xs">
      <Icon name="arrowRight" size={14} className="mt-0.5 text-brand-fg" />
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <p className="text-pretty text-fg">{text}</p>
        {step.due !== null && <Due day={step.due} />}
        {step.source && (
          <a
            href={lawAddress(step.source.address, language)}
            target="_blank"
            rel="noreferrer"
            className="text-2xs text-brand-fg hover:underline"
          >
            {t('next.source', { law: t(`source.${step.source.key}`) })}
            <NewTabMark />
          </a>
        )}
      </div>
    </li>
  );
}

/** The last day to act, or that this day is past. */
function Due({ day }: { day: string }) {
  const t = useTranslations('reports');
  const format = useFormat();
  const passed = day < today();
  return (
    <Badge tone={passed ? 'neutral' : 'warning'} icon="clock">
      {passed ? t('next.duePassed', { date: format.date(day) }) : t('next.due', { date: format.weekday(day) })}
    </Badge>
  );
}
