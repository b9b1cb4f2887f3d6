import { CHECK_TIMINGS } from '@checkwell/domain/check/enums';
import { TEXT } from '@checkwell/domain/constants';
import { ApiError } from '../../../lib/api/api-error.ts';
import { errorReference, errorText } from '../../../lib/api/errors.ts';
import { mayHaveArrived } from '../../../lib/api/idempotency.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useMessageText } from '../../../lib/i18n/use-message-text.ts';
import { useOrderLocations } from '../../../lib/records/order-locations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { StatusBadge } from '../../../ui/content/Badge.tsx';
import { Card } from '../../../ui/content/Card.tsx';
import { Field, FormRow, FormStack } from '../../../ui/controls/Field.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { PhoneInput, TextInput } from '../../../ui/controls/TextInput.tsx';
import { type AskedField, type changed, errorsElsewhere, fieldErrorAt, nameOf, type OrderRow } from './several-orders.ts';

interface OrderRowCardProps {
  readonly row: OrderRow;
  /** Including VAT; null for users who see no prices. */
  readonly price: number | null;
  readonly onChange: (change: Parameters<typeof changed>[1]) => void;
  /** Undefined while the order cannot be removed. */
  readonly onRemove: (() => void) | undefined;
}

/** One of several orders: worker and incapacity from the certificate, fields for place and time, and the outcome. */
export function OrderRowCard({ row, price, onChange, onRemove }: OrderRowCardProps) {
  const t = useTranslations('order', 'checkFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  const messageText = useMessageText();
  const { worker, incapacity } = row.draft;
  const locations = useOrderLocations(incapacity.locationCheck);
  const name = nameOf(row);
  const fieldError = (field: AskedField): string | undefined => {
    const issue = fieldErrorAt(row, field);
    return issue && messageText(issue.message, issue.params);
  };
  const facts = [
    format.dateRange(incapacity.startDate, incapacity.endDate),
    incapacity.incapacityType && enums(`incapacityType.${incapacity.incapacityType}`),
    incapacity.certificateType && enums(`certifType.${incapacity.certificateType}`),
  ];
  return (
    <Card
      title={name}
      hint={facts.filter(Boolean).join(' · ')}
      actions={
        row.check ? (
          <>
            <StatusBadge tone="success">{t('several.ordered')}</StatusBadge>
            <LinkButton size="xs" to="/checks/$id" params={{ id: row.check.id }}>
              {t('success.follow')}
            </LinkButton>
          </>
        ) : (
          <>
            {price !== null && <span className="text-xs font-medium tabular-nums">{format.money(price)}</span>}
            {onRemove && <IconButton icon="x" label={t('several.remove', { name })} onClick={onRemove} />}
          </>
        )
      }
    >
      {!row.check && (
        <FormStack>
          <Trouble row={row} />
          <FormRow>
            <Field label={t('checkFields:workerAddress')} required error={fieldError('workerAddress')}>
              <TextInput
                value={worker.workerAddress}
                maxLength={TEXT.address}
                autoComplete="off"
                onChange={(event) => onChange({ workerAddress: event.currentTarget.value })}
              />
            </Field>
            <Field label={t('checkFields:phoneNumber')} optional error={fieldError('phoneNumber')}>
              <PhoneInput
                value={worker.phoneNumber}
                autoComplete="off"
                onChange={(event) => onChange({ phoneNumber: event.currentTarget.value })}
              />
            </Field>
          </FormRow>
          <FormRow>
            <Field label={t('checkFields:checkLocation')} required error={fieldError('locationCheck')}>
              <Select
                value={incapacity.locationCheck}
                placeholder={t('common:select.placeholder')}
                onChange={(event) => onChange({ locationCheck: locations.find((value) => value === event.currentTarget.value) ?? '' })}
                options={locations.map((value) => ({ value, label: enums(`checkLocation.${value}`) }))}
              />
            </Field>
            <Field label={t('checkFields:checkTiming')} required error={fieldError('typeCheck')}>
              <Select
                value={incapacity.typeCheck}
                placeholder={t('common:select.placeholder')}
                onChange={(event) => onChange({ typeCheck: CHECK_TIMINGS.find((value) => value === event.currentTarget.value) ?? '' })}
                options={CHECK_TIMINGS.map((value) => ({ value, label: enums(`checkTiming.${value}`) }))}
              />
            </Field>
          </FormRow>
        </FormStack>
      )}
    </Card>
  );
}

/** Why the order was refused, and missing values for which this screen has no field. */
function Trouble({ row }: { readonly row: OrderRow }) {
  const t = useTranslations('order');
  const language = useLanguage();
  const messageText = useMessageText();
  const elsewhere = errorsElsewhere(row);
  if (row.error === null && elsewhere.length === 0) return null;
  const code = row.error instanceof ApiError ? row.error.code : '';
  const unsure = row.error !== null && mayHaveArrived(code);
  const reference = row.error && errorReference(row.error);
  return (
    <Alert
      tone="danger"
      title={unsure ? t('failed.titleUnsure') : row.error ? t('failed.title') : t('several.needsMore')}
      action={
        elsewhere.length > 0 && (
          <LinkButton size="xs" to="/checks/new" search={{ certificateId: row.id }}>
            {t('several.alone')}
          </LinkButton>
        )
      }
    >
      {row.error && <p>{code === 'request.idempotencyMismatch' ? t('failed.mismatch') : errorText(row.error, language)}</p>}
      {unsure && <p>{t('failed.unsure')}</p>}
      {elsewhere.length > 0 && (
        <ul className="list-disc pl-4">
          {elsewhere.map(({ path, message, params }) => (
            <li key={path}>{messageText(message, params)}</li>
          ))}
        </ul>
      )}
      {reference && <p className="font-mono text-2xs text-muted">{t('common:errorReference', { traceId: reference })}</p>}
    </Alert>
  );
}
