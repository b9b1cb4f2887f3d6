import type { CalendarDay } from '@checkwell/domain/clock';
import { type ComponentProps, type Ref, type RefObject, use, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { type DateFieldState, DateFieldStateContext, DateInput, DateSegment, TimeFieldStateContext } from 'react-aria-components';
import { today } from '../../lib/browser/time.ts';
import { useLatest } from '../../lib/browser/use-latest.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { type ControlSize, controlClass } from './control-classes.ts';
import { type FocusTarget, useField } from './field-context.ts';

const SIZES = {
  sm: 'h-8 text-xs pointer-coarse:h-10 pointer-coarse:text-[1rem]',
  md: 'h-10 text-sm pointer-coarse:text-[1rem]',
  lg: 'h-12 text-md pointer-coarse:text-[1rem]',
} as const satisfies Record<ControlSize, string>;

/** The look of a field whose parts are typed one by one. */
export const groupClass = (size: ControlSize, invalid: boolean): string =>
  cx(controlClass, 'flex items-center gap-0.5 pr-0.5 pl-1', SIZES[size], invalid && 'border-danger-fg!');

/** Side by side without overlap: each part is a target of 24 px (WCAG 2.5.8). */
const SEGMENT =
  'inline-grid h-6 place-items-center rounded-xs tabular-nums outline-none not-data-[focused]:data-[placeholder]:text-faint data-[focused]:bg-brand data-[focused]:text-on-brand data-[type=literal]:-mx-0.5 not-data-[type=literal]:relative not-data-[type=literal]:z-1 data-[type=literal]:text-muted not-data-[type=literal]:min-w-6 not-data-[type=literal]:px-1';

type WholeListener = (whole: boolean) => void;
type TypedListener = (typed: TypedDay | null) => void;

/** The parts of a day as typed, such as the 29th of a February with 28 days. */
interface TypedDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

interface SegmentsProps {
  slot?: 'start' | 'end';
  ref?: Ref<HTMLDivElement>;
  className?: string;
  /** Is called with whether every part is there (`useWhole`). */
  onWhole?: WholeListener;
  /** Is called with the day in the field (`useCorrection`). */
  onTyped?: TypedListener;
}

export function Segments({ onWhole, onTyped, className, ...rest }: SegmentsProps) {
  return (
    <DateInput {...rest} className={cx('flex min-w-0 items-center whitespace-nowrap', className)}>
      {(segment) => <Segment segment={segment} onWhole={onWhole} onTyped={onTyped} />}
    </DateInput>
  );
}

type SegmentProps = Pick<ComponentProps<typeof DateSegment>, 'segment'> & Pick<SegmentsProps, 'onWhole' | 'onTyped'>;

function Segment({ segment, onWhole, onTyped }: SegmentProps) {
  const date = use(DateFieldStateContext);
  const time = use(TimeFieldStateContext);
  const parts = (date ?? time)?.segments ?? [];
  const whole = parts.every(({ isEditable, isPlaceholder }) => !isEditable || !isPlaceholder);
  // One part announces the error of the whole field.
  const speaks = parts.find(({ isEditable }) => isEditable)?.type === segment.type;
  const notify = useRef(onWhole);
  useEffect(() => {
    notify.current = onWhole;
  });
  useEffect(() => {
    if (speaks) notify.current?.(whole);
  }, [speaks, whole]);
  const part = (type: string): number => parts.find((known) => known.type === type)?.value ?? 0;
  const typed = speaks && whole && date ? `${part('year')} ${part('month')} ${part('day')}` : '';
  const tellDay = useRef(onTyped);
  useEffect(() => {
    tellDay.current = onTyped;
  });
  useEffect(() => {
    if (!speaks) return;
    const [year = 0, month = 0, day = 0] = typed.split(' ').map(Number);
    tellDay.current?.(typed === '' ? null : { year, month, day });
  }, [speaks, typed]);
  const ref = useAssumedYear(segment.type === 'year' ? date : null);
  return <DateSegment ref={ref} segment={segment} className={SEGMENT} />;
}

/**
 * Fills in the year after day and month: the year that makes the day nearest to today. The user can type over it, and a deleted year stays
 * empty.
 * @param date null: not the part for the year
 * @returns goes on the part
 */
function useAssumedYear(date: DateFieldState | null): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useLatest(date);
  /** The last digit of the month moves the focus before the month is part of the state. */
  const [arrivals, setArrivals] = useState(0);
  const isYear = date !== null;
  useEffect(() => {
    const part = isYear ? ref.current : null;
    const arrive = () => setArrivals((count) => count + 1);
    part?.addEventListener('focus', arrive);
    return () => part?.removeEventListener('focus', arrive);
  }, [isYear]);
  useEffect(() => {
    const { segments = [], setSegment } = latest.current ?? {};
    const filled = (type: string) => segments.find((part) => part.type === type && !part.isPlaceholder)?.value;
    const [day, month] = [filled('day'), filled('month')];
    if (arrivals > 0 && day && month && !filled('year')) setSegment?.('year', nearestYear(month, day, today()));
  }, [arrivals, latest]);
  return ref;
}

function nearestYear(month: number, day: number, now: CalendarDay): number {
  const year = Number(now.slice(0, 4));
  const distance = (candidate: number) => Math.abs(Date.UTC(candidate, month - 1, day) - Date.parse(now));
  return [year, year + 1, year - 1].reduce((best, candidate) => (distance(candidate) < distance(best) ? candidate : best));
}

/**
 * Reports a day that React Aria replaced. When the field is left, it replaces a day that the month does not have with the last day of the
 * month (29/02/2027 becomes 28/02/2027).
 * @param group around the parts
 * @returns the day that was typed and replaced; null when none was
 */
export function useCorrection(group: RefObject<HTMLElement | null>): { readonly replaced: number | null; readonly onTyped: TypedListener } {
  const before = useRef<TypedDay | null>(null);
  const [replaced, setReplaced] = useState<number | null>(null);
  return {
    replaced,
    onTyped: (typed) => {
      const was = before.current;
      before.current = typed;
      const isLeft = !group.current?.contains(document.activeElement);
      const isOfSameMonth = was !== null && typed !== null && was.year === typed.year && was.month === typed.month;
      setReplaced(isLeft && isOfSameMonth && was.day > daysIn(was) && typed.day === daysIn(was) ? was.day : null);
    },
  };
}

const daysIn = ({ year, month }: TypedDay): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Says under a date field that the day that was typed was replaced. */
export function Correction({ replaced }: { readonly replaced: number | null }) {
  const t = useTranslations('common');
  return (
    <p role="status" className="mt-1 text-2xs text-warning-fg empty:hidden">
      {replaced !== null && t('date.corrected', { day: replaced })}
    </p>
  );
}

/**
 * Empties the value when a part of it is deleted. React Aria would keep the last whole value, so that a form would send a deleted day. The
 * remaining parts stay on the screen.
 */
export function useWhole<Text extends string, Value>(
  value: Text,
  parse: (text: Text) => Value | undefined,
  onChange: (text: Text) => void,
): { readonly shown: Value | null; readonly change: (text: Text) => void; readonly onWhole: WholeListener } {
  /** The whole value before a part of it was deleted. */
  const [held, setHeld] = useState<Text>();
  if (held !== undefined && value !== '') setHeld(undefined);
  const text = value === '' && held !== undefined ? held : value;
  // The same object for the same text, because a new one would reset the field.
  const shown = useMemo(() => parse(text) ?? null, [parse, text]);
  return {
    shown,
    change: (next) => {
      setHeld(undefined);
      onChange(next);
    },
    onWhole: (whole) => {
      if (!whole && value !== '') {
        onChange('' as Text);
        setHeld(value);
      } else if (whole && held !== undefined) {
        // React Aria sends no event when the same value is typed again.
        setHeld(undefined);
        onChange(held);
      }
    },
  };
}

/** The attributes that a Field gives, in React Aria's names. */
export function useAriaField(label: string | undefined) {
  const field = useField();
  return {
    ...(field ? { id: field.id, 'aria-labelledby': field.labelId, 'aria-describedby': field.describedBy } : { 'aria-label': label }),
    isInvalid: field?.invalid ?? false,
    isRequired: field?.required ?? false,
  };
}

/** Goes on the group around the parts: a focus for the field goes to its first part. */
export function useFirstPart(ref: Ref<FocusTarget> | undefined): RefObject<HTMLDivElement | null> {
  const group = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => group.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus() }), []);
  return group;
}
