import type { DoctorAvailability } from '@checkwell/domain/people/doctor';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { partOf, type ZodForm } from '../../lib/forms/form.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Button } from '../controls/Button.tsx';
import { Field, FieldError, FieldSet } from '../controls/Field.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { TimeField } from '../controls/TimeField.tsx';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

interface HoursValues {
  availabilities: DoctorAvailability[];
}

interface WeekHoursProps<Input extends HoursValues, Output> {
  readonly form: ZodForm<Input, Output>;
}

/** The hours of a week, any number of stretches a day: the field `availabilities` of the form. */
export function WeekHours<Input extends HoursValues, Output>({ form: whole }: WeekHoursProps<Input, Output>) {
  const form: ZodForm<HoursValues, unknown> = partOf(whole);
  const {
    field: { value, onChange },
  } = useController({ control: form.control, name: 'availabilities' });
  // A stretch keeps its key when others are removed, so that it keeps its typed text and the focus.
  const [{ keys, next }, setKeys] = useState(() => ({ keys: value.map((_, index) => index), next: value.length }));
  const add = (hours: DoctorAvailability) => {
    setKeys({ keys: [...keys, next], next: next + 1 });
    onChange([...value, hours]);
  };
  const remove = (index: number) => {
    setKeys({ keys: keys.toSpliced(index, 1), next });
    onChange(value.toSpliced(index, 1));
  };
  const error = form.error('availabilities');
  const t = useTranslations('common');
  const format = useFormat();
  const set = (index: number, change: Partial<DoctorAvailability>) =>
    onChange(value.map((hours, place) => (place === index ? { ...hours, ...change } : hours)));
  return (
    <div className="flex flex-col gap-3" data-wrong={error ? true : undefined}>
      {WEEKDAYS.map((weekday) => {
        const day = format.weekdayName(weekday);
        const mine = value.flatMap((hours, index) => (hours.weekday === weekday ? [{ ...hours, index }] : []));
        return (
          <FieldSet
            key={weekday}
            legend={<span className="block first-letter:uppercase">{day}</span>}
            className="border-b border-line pb-3 last:border-b-0"
          >
            {mine.length === 0 && <p className="text-xs text-muted">{t('weekHours.none')}</p>}
            {mine.map(({ fromTime, toTime, index }, place) => (
              <div key={keys[index]} className="flex items-start gap-2">
                <Field
                  className="max-sm:flex-1 sm:w-32"
                  label={t('weekHours.from', { day, number: place + 1 })}
                  labelHidden
                  error={form.error(`availabilities.${index}.fromTime`)}
                >
                  <TimeField value={fromTime} onChange={(time) => set(index, { fromTime: time })} />
                </Field>
                <span aria-hidden="true" className="pt-1.5 text-muted pointer-coarse:pt-2.5">
                  –
                </span>
                <Field
                  className="max-sm:flex-1 sm:w-32"
                  label={t('weekHours.to', { day, number: place + 1 })}
                  labelHidden
                  error={form.error(`availabilities.${index}.toTime`)}
                >
                  <TimeField value={toTime} onChange={(time) => set(index, { toTime: time })} />
                </Field>
                <IconButton
                  icon="trash"
                  variant="danger"
                  className="pointer-coarse:mt-1"
                  label={t('weekHours.remove', { day, number: place + 1 })}
                  onClick={() => remove(index)}
                />
              </div>
            ))}
            <Button
              size="xs"
              icon="plus"
              className="self-start"
              aria-label={t('weekHours.addOn', { day })}
              onClick={() => add({ weekday, fromTime: '', toTime: '' })}
            >
              {t('weekHours.add')}
            </Button>
          </FieldSet>
        );
      })}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
