import { daysInOrder } from '@checkwell/domain/clock';
import { useId } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Count } from '../content/Badge.tsx';
import { Button } from '../controls/Button.tsx';
import { filterButtonClass } from '../controls/control-classes.ts';
import { DateRange, type DateRangeProps } from '../controls/DatePicker.tsx';
import { FieldError } from '../controls/Field.tsx';
import { Popover } from '../overlays/Popover.tsx';

interface PeriodFilterProps extends Required<Pick<DateRangeProps, 'start' | 'end' | 'onChange' | 'presets'>> {
  label: string;
}

/**
 * A list's filter by a first and a last day: a button, and behind it quick choices and the days themselves. The days'
 * own chunk comes when the button is pressed, not with the list. Days of an address that contradict each other are told at
 * the button (translations of `validation`).
 */
export function PeriodFilter({ label, start, end, onChange, presets }: PeriodFilterProps) {
  const t = useTranslations('common');
  const validation = useTranslations('validation');
  const errorId = useId();
  const chosen = start !== '' || end !== '';
  const wrong = !daysInOrder(start, end);
  return (
    <Popover
      label={label}
      trigger={(props) => (
        <span className="flex min-w-0 flex-col gap-1">
          <Button
            {...props}
            iconEnd="chevronDown"
            aria-describedby={wrong ? errorId : undefined}
            data-error={wrong || undefined}
            className={filterButtonClass}
          >
            <span className="flex items-center gap-1.5">
              {label}
              {chosen && <Count value={1} />}
            </span>
          </Button>
          {wrong && <FieldError id={errorId}>{validation('endBeforeStart')}</FieldError>}
        </span>
      )}
    >
      {(close) => (
        <div className="flex flex-col gap-3">
          <ul aria-label={t('date.presets')} className="flex flex-wrap gap-1.5">
            {presets.map((preset) => (
              <li key={preset.label}>
                <Button
                  aria-pressed={preset.start === start && preset.end === end}
                  className="aria-pressed:border-brand-line aria-pressed:bg-brand-soft aria-pressed:text-brand-fg pointer-coarse:h-10"
                  onClick={() => {
                    onChange({ start: preset.start, end: preset.end });
                    close();
                  }}
                >
                  {preset.label}
                </Button>
              </li>
            ))}
          </ul>
          <DateRange label={label} className="w-64 max-w-full" start={start} end={end} onChange={onChange} />
          {chosen && (
            <Button variant="ghost" size="xs" className="self-start" onClick={() => onChange({ start: '', end: '' })}>
              {t('clear')}
            </Button>
          )}
        </div>
      )}
    </Popover>
  );
}
