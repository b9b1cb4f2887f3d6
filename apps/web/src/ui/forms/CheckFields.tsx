import { CHECK_TIMINGS, type CheckLocation } from '@checkwell/domain/check/enums';
import { locationAllowed, type orderIncapacityStep } from '@checkwell/domain/check/rules';
import { isShortPeriod } from '@checkwell/domain/check/times/timing';
import { lengthInDays } from '@checkwell/domain/clock';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { partOf, type ZodForm } from '../../lib/forms/form.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useOrderLocations } from '../../lib/records/order-locations.ts';
import { Alert } from '../content/Alert.tsx';
import { FormRadioGroup } from './FormControls.tsx';

type CheckValues = Pick<z.input<typeof orderIncapacityStep>, 'locationCheck' | 'typeCheck' | 'startDate' | 'endDate'>;

interface CheckFieldsProps<Input extends CheckValues, Output> {
  readonly form: ZodForm<Input, Output>;
  /** The worker's GSM number, which some locations need. */
  readonly phoneNumber: string;
  /** A hint on the price of a visit at home. */
  readonly houseHint: string;
}

const LOCATION_ICONS = { Office: 'stethoscope', House: 'home', Telecheck: 'video' } as const;

/** Where and when a check takes place (specification, section 4). Needs the translations of `order`, `checkFields` and `enums`. */
export function CheckFields<Input extends CheckValues, Output>({ form: whole, phoneNumber, houseHint }: CheckFieldsProps<Input, Output>) {
  const t = useTranslations('order', 'checkFields');
  const enums = useTranslations('enums');
  const validation = useTranslations('validation');
  const form: ZodForm<CheckValues, unknown> = partOf(whole);
  const [startDate = '', endDate = '', typeCheck, locationCheck] = useWatch({
    control: form.control,
    name: ['startDate', 'endDate', 'typeCheck', 'locationCheck'],
  });
  const locations = useOrderLocations(locationCheck);
  const hints: Partial<Record<CheckLocation, string>> = {
    Office: t('location.OfficeHint'),
    House: houseHint,
    Telecheck: t('location.TelecheckHint'),
  };
  return (
    <>
      <FormRadioGroup
        form={form}
        name="locationCheck"
        legend={t('checkFields:checkLocation')}
        columns={3}
        required
        options={locations.map((value) => {
          const allowed = locationAllowed(value, phoneNumber);
          return {
            value,
            label: enums(`checkLocation.${value}`),
            hint: allowed ? hints[value] : validation('gsmNeeded'),
            icon: LOCATION_ICONS[value],
            disabled: !allowed,
          };
        })}
      />
      <FormRadioGroup
        form={form}
        name="typeCheck"
        legend={t('checkFields:checkTiming')}
        columns={2}
        required
        options={CHECK_TIMINGS.map((value) => ({
          value,
          label: enums(`checkTiming.${value}`),
          hint: t(`timing.${value}Hint`),
          icon: value === 'Immediate' ? ('zap' as const) : ('calendarCheck' as const),
        }))}
      />
      {typeCheck === 'Optimized' && isShortPeriod(startDate, endDate) && (
        <Alert tone="info" live>
          {t('timing.short', { count: lengthInDays(startDate, endDate) })}
        </Alert>
      )}
    </>
  );
}
