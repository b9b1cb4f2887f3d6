import { dayOf, timeOf } from '@checkwell/domain/clock';
import type { EmployeePage } from '@checkwell/domain/employee-page/contract';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient, useChange } from '../../lib/api/query.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { ThumbButton } from '../../ui/controls/ThumbButton.tsx';
import { employeePageKey, sendMove } from './employee-page.calls.ts';
import type { PageTranslation } from './use-page-translation.ts';

interface MoveFormProps {
  readonly token: string;
  readonly page: EmployeePage;
  readonly translation: PageTranslation;
  /** Called with whether the appointment differs from the one on the page. */
  readonly onChanged: (changed: boolean) => void;
}

type ErrorKey = 'move.missing' | 'move.taken' | 'error.send' | 'error.many';

/** Lets the employee choose another time of the same doctor, once, or says why that is not possible. */
export function MoveForm({ token, page: { appointment, move, provider }, translation: { t, format }, onChanged }: MoveFormProps) {
  const [open, setOpen] = useState(false);
  const [day, setDay] = useState('');
  const [slot, setSlot] = useState('');
  const [errorKey, setErrorKey] = useState<ErrorKey>();
  const again = () => void queryClient.invalidateQueries({ queryKey: employeePageKey(token) });
  const send = useChange((input: { appointmentStart: string; newStart: string }) => sendMove(token, input), {
    onSuccess: (known) => {
      setErrorKey(undefined);
      setOpen(false);
      onChanged(false);
      queryClient.setQueryData(employeePageKey(token), known);
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'check.doctorBusy') {
        setErrorKey('move.taken');
        setSlot('');
        again();
      } else if (code === 'check.actionNotAllowed' || code === 'entity.changedMeanwhile' || code === 'entity.notFound') {
        setErrorKey(undefined);
        setOpen(false);
        onChanged(true);
        again();
      } else setErrorKey(code === 'auth.tooManyAttempts' ? 'error.many' : 'error.send');
      // The page shows the failure, in its own language.
      return false;
    },
  });
  if (appointment === null || move === null) return null;
  if (move.state !== 'Open') {
    return (
      <Card title={t('move.title')}>
        <p className="text-sm text-pretty text-fg">{t(`move.${move.state}`, { phone: format.phone(provider.phoneNumber) })}</p>
      </Card>
    );
  }
  const days = [...new Set(move.slots.map((start) => dayOf(new Date(start))))];
  const times = move.slots.filter((start) => dayOf(new Date(start)) === day);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (times.includes(slot)) send.mutate({ appointmentStart: appointment.start, newStart: slot });
    else setErrorKey('move.missing');
  };
  return (
    <Card title={t('move.title')}>
      <p className="text-sm text-pretty text-fg">{t('move.text')}</p>
      {open ? (
        <form className="mt-3 flex flex-col gap-4" onSubmit={submit} noValidate>
          <Field label={t('move.day')}>
            <Select
              autoFocus
              value={day}
              placeholder={t('move.choose')}
              options={days.map((value) => ({ value, label: format.dateLong(value) }))}
              onChange={(event) => {
                setDay(event.target.value);
                setSlot('');
                setErrorKey(undefined);
              }}
            />
          </Field>
          <Field label={t('move.time')}>
            <Select
              value={slot}
              placeholder={t('move.choose')}
              options={times.map((value) => ({ value, label: timeOf(new Date(value)) }))}
              onChange={(event) => {
                setSlot(event.target.value);
                setErrorKey(undefined);
              }}
            />
          </Field>
          {errorKey && <Alert tone="danger">{t(errorKey)}</Alert>}
          <div className="flex flex-wrap gap-2">
            <ThumbButton type="submit" variant="primary" loading={send.isPending}>
              {t('move.send')}
            </ThumbButton>
            <ThumbButton
              onClick={() => {
                setErrorKey(undefined);
                setOpen(false);
              }}
            >
              {t('move.back')}
            </ThumbButton>
          </div>
        </form>
      ) : (
        <ThumbButton className="mt-3" onClick={() => setOpen(true)}>
          {t('move.open')}
        </ThumbButton>
      )}
    </Card>
  );
}
