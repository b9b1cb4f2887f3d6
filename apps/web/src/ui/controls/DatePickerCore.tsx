import type { CalendarDay } from '@checkwell/domain/clock';
import { type CalendarDate, type DateValue, parseDate } from '@internationalized/date';
import type { ReactElement, ReactNode, Ref } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DatePicker,
  DateRangePicker,
  Dialog,
  Group,
  Heading,
  I18nProvider,
  Popover,
  RangeCalendar,
} from 'react-aria-components';
import { localeOf } from '../../lib/i18n/format.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { Icon } from '../content/Icon.tsx';
import { useLayer } from '../overlays/use-layer.tsx';
import type { ControlSize } from './control-classes.ts';
import { Correction, groupClass, Segments, useAriaField, useCorrection, useFirstPart, useWhole } from './date-parts.tsx';
import type { FocusTarget } from './field-context.ts';

export interface DatePickerProps {
  /** `YYYY-MM-DD`, or `''` for none. */
  value: CalendarDay | '';
  onChange: (day: CalendarDay | '') => void;
  onBlur?: () => void;
  /** Accessible name when it is not in a Field. */
  label?: string;
  min?: CalendarDay;
  max?: CalendarDay;
  isUnavailable?: (day: CalendarDay) => boolean;
  disabled?: boolean;
  size?: ControlSize;
  className?: string;
  ref?: Ref<FocusTarget>;
}

export interface DatePreset {
  readonly label: string;
  readonly start: CalendarDay;
  readonly end: CalendarDay;
}

export interface DateRangeProps extends Omit<DatePickerProps, 'value' | 'onChange'> {
  start: CalendarDay | '';
  end: CalendarDay | '';
  onChange: (range: { start: CalendarDay | ''; end: CalendarDay | '' }) => void;
  presets?: readonly DatePreset[];
}

/** An invalid day counts as none, so that the field is empty instead of failing. */
function toDate(day: CalendarDay | '' | undefined): CalendarDate | undefined {
  try {
    return day ? parseDate(day) : undefined;
  } catch {
    return undefined;
  }
}

const NAV =
  'grid size-7 place-items-center rounded-md text-muted outline-none hover:bg-hover hover:text-fg data-[focus-visible]:outline-2 data-[focus-visible]:outline-ring disabled:opacity-30';
const CELL =
  'grid size-8 cursor-pointer place-items-center rounded-md text-xs tabular-nums outline-none data-[outside-month]:hidden hover:bg-hover data-[focus-visible]:outline-2 data-[focus-visible]:outline-ring data-[focus-visible]:-outline-offset-2 ' +
  'data-[disabled]:cursor-default data-[disabled]:text-faint data-[disabled]:opacity-50 data-[disabled]:hover:bg-transparent data-[unavailable]:text-faint data-[unavailable]:line-through';

function OpenButton() {
  const t = useTranslations('common');
  return (
    <Button
      aria-label={t('date.choose')}
      className="ml-auto grid size-7 shrink-0 place-items-center rounded-sm text-muted outline-none hover:bg-hover hover:text-fg data-[focus-visible]:outline-2 data-[focus-visible]:outline-ring"
    >
      <Icon name="calendar" size={15} />
    </Button>
  );
}

function Panel({ container, children }: { container: Element | undefined; children: ReactNode }) {
  return (
    <Popover
      offset={4}
      UNSTABLE_portalContainer={container}
      className="animate-pop overflow-auto rounded-lg bg-surface text-fg shadow-pop outline-none"
    >
      <Dialog className="p-3 outline-none">{children}</Dialog>
    </Popover>
  );
}

function MonthBar() {
  return (
    <header className="mb-2 flex items-center justify-between gap-2">
      <Button slot="previous" className={NAV}>
        <Icon name="chevronLeft" size={16} />
      </Button>
      <Heading className="text-xs font-semibold first-letter:uppercase" />
      <Button slot="next" className={NAV}>
        <Icon name="chevronRight" size={16} />
      </Button>
    </header>
  );
}

function MonthGrid({ cell }: { cell: (date: CalendarDate) => ReactElement }) {
  return (
    <CalendarGrid className="border-separate border-spacing-y-0.5">
      <CalendarGridHeader>
        {(day) => <CalendarHeaderCell className="size-8 text-2xs font-normal text-muted">{day}</CalendarHeaderCell>}
      </CalendarGridHeader>
      <CalendarGridBody>{(date) => cell(date)}</CalendarGridBody>
    </CalendarGrid>
  );
}

const unavailable = (test: DatePickerProps['isUnavailable']) =>
  test ? (date: DateValue) => test(date.toString().slice(0, 10)) : undefined;

export function DatePickerCore({
  value,
  onChange,
  onBlur,
  label,
  min,
  max,
  isUnavailable,
  disabled,
  size = 'sm',
  className,
  ref,
}: DatePickerProps) {
  const language = useLanguage();
  const aria = useAriaField(label);
  const layer = useLayer();
  const group = useFirstPart(ref);
  const whole = useWhole(value, toDate, onChange);
  const correction = useCorrection(group);
  return (
    <I18nProvider locale={localeOf(language)}>
      <DatePicker
        {...aria}
        value={whole.shown}
        onChange={(date) => whole.change(date?.toString() ?? '')}
        onBlur={onBlur}
        minValue={toDate(min)}
        maxValue={toDate(max)}
        isDateUnavailable={unavailable(isUnavailable)}
        isDisabled={disabled}
        onOpenChange={layer.setOpen}
        shouldForceLeadingZeros
        validationBehavior="aria"
        className={className}
      >
        <Group ref={group} className={groupClass(size, aria.isInvalid)}>
          <Segments onWhole={whole.onWhole} onTyped={correction.onTyped} />
          <OpenButton />
        </Group>
        <Correction replaced={correction.replaced} />
        <Panel container={layer.container}>
          <Calendar firstDayOfWeek="mon">
            <MonthBar />
            <MonthGrid
              cell={(date) => (
                <CalendarCell
                  date={date}
                  className={cx(CELL, 'data-[selected]:bg-brand data-[selected]:text-on-brand data-[selected]:hover:bg-brand-hover')}
                />
              )}
            />
          </Calendar>
        </Panel>
      </DatePicker>
      {layer.element}
    </I18nProvider>
  );
}

export function DateRangeCore({
  start,
  end,
  onChange,
  onBlur,
  label,
  min,
  max,
  isUnavailable,
  disabled,
  size = 'sm',
  presets,
  className,
  ref,
}: DateRangeProps) {
  const t = useTranslations('common');
  const language = useLanguage();
  const aria = useAriaField(label);
  const layer = useLayer();
  const group = useFirstPart(ref);
  const [startDate, endDate] = [toDate(start), toDate(end)];
  const corrections = [useCorrection(group), useCorrection(group)] as const;
  return (
    <I18nProvider locale={localeOf(language)}>
      <DateRangePicker
        {...aria}
        value={startDate && endDate ? { start: startDate, end: endDate } : null}
        onChange={(range) => onChange({ start: range?.start.toString() ?? '', end: range?.end.toString() ?? '' })}
        onBlur={onBlur}
        minValue={toDate(min)}
        maxValue={toDate(max)}
        isDateUnavailable={unavailable(isUnavailable)}
        isDisabled={disabled}
        onOpenChange={layer.setOpen}
        shouldForceLeadingZeros
        validationBehavior="aria"
        className={className}
      >
        <Group ref={group} className={groupClass(size, aria.isInvalid)}>
          <Segments slot="start" onTyped={corrections[0].onTyped} />
          <span aria-hidden="true" className="px-1 text-muted">
            –
          </span>
          <Segments slot="end" onTyped={corrections[1].onTyped} />
          <OpenButton />
        </Group>
        <Correction replaced={corrections[0].replaced ?? corrections[1].replaced} />
        <Panel container={layer.container}>
          <div className="flex gap-3 max-sm:flex-col">
            {presets && presets.length > 0 && (
              <ul aria-label={t('date.presets')} className="flex flex-col gap-0.5 border-line sm:border-r sm:pr-3">
                {presets.map((preset) => (
                  <li key={preset.label}>
                    <Button
                      slot="close"
                      onPress={() => onChange({ start: preset.start, end: preset.end })}
                      className="h-8 w-full rounded-md px-2 text-left text-xs whitespace-nowrap text-fg outline-none hover:bg-hover data-[focus-visible]:outline-2 data-[focus-visible]:outline-ring"
                    >
                      {preset.label}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            <RangeCalendar firstDayOfWeek="mon">
              <MonthBar />
              <MonthGrid
                cell={(date) => (
                  <CalendarCell
                    date={date}
                    className={cx(
                      CELL,
                      'data-[selected]:rounded-none data-[selected]:bg-brand-soft data-[selected]:text-fg data-[selection-start]:rounded-l-md! data-[selection-end]:rounded-r-md! data-[selection-start]:bg-brand! data-[selection-start]:text-on-brand! data-[selection-end]:bg-brand! data-[selection-end]:text-on-brand!',
                    )}
                  />
                )}
              />
            </RangeCalendar>
          </div>
        </Panel>
      </DateRangePicker>
      {layer.element}
    </I18nProvider>
  );
}
