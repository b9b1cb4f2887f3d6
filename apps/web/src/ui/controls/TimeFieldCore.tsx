import { parseTime, type Time } from '@internationalized/date';
import type { Ref } from 'react';
import { I18nProvider, TimeField } from 'react-aria-components';
import { localeOf } from '../../lib/i18n/format.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import type { ControlSize } from './control-classes.ts';
import { groupClass, Segments, useAriaField, useFirstPart, useWhole } from './date-parts.tsx';
import type { FocusTarget } from './field-context.ts';

export interface TimeFieldProps {
  /** `HH:MM`, or `''` for none. */
  value: string;
  onChange: (time: string) => void;
  onBlur?: () => void;
  /** Accessible name when it is not in a Field. */
  label?: string;
  disabled?: boolean;
  size?: ControlSize;
  className?: string;
  ref?: Ref<FocusTarget>;
}

/** An invalid time counts as none. */
function toTime(text: string): Time | undefined {
  try {
    return text === '' ? undefined : parseTime(text);
  } catch {
    return undefined;
  }
}

export function TimeFieldCore({ value, onChange, onBlur, label, disabled, size = 'sm', className, ref }: TimeFieldProps) {
  const language = useLanguage();
  const aria = useAriaField(label);
  const group = useFirstPart(ref);
  const whole = useWhole(value, toTime, onChange);
  return (
    <I18nProvider locale={localeOf(language)}>
      <TimeField
        {...aria}
        value={whole.shown}
        onChange={(time) => whole.change(time?.toString().slice(0, 5) ?? '')}
        onBlur={onBlur}
        isDisabled={disabled}
        granularity="minute"
        // English would use 12 hours, unlike appointments in Belgium.
        hourCycle={24}
        shouldForceLeadingZeros
        validationBehavior="aria"
        className={className}
      >
        {/* Here the input is the group; around two of them, as in a date field, there is another. */}
        <Segments ref={group} className={groupClass(size, aria.isInvalid)} onWhole={whole.onWhole} />
      </TimeField>
    </I18nProvider>
  );
}
