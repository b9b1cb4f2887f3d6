import { TEXT } from '@checkwell/domain/constants';
import { DOOR_TEXT, type EmployeeAddress } from '@checkwell/domain/employee-page/address';
import type { EmployeePage } from '@checkwell/domain/employee-page/contract';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient, useChange } from '../../lib/api/query.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Card } from '../../ui/content/Card.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { ThumbButton } from '../../ui/controls/ThumbButton.tsx';
import { employeePageKey, sendAddress } from './employee-page.calls.ts';
import type { PageTranslation } from './use-page-translation.ts';

interface AddressFormProps {
  readonly token: string;
  readonly page: EmployeePage;
  readonly translation: PageTranslation;
}

const NOTHING: EmployeeAddress = { address: '', bell: '', doorCode: '' };
const FIELDS = [
  { name: 'address', maxLength: TEXT.address, autoComplete: 'street-address', hint: 'address.addressHint' },
  { name: 'bell', maxLength: DOOR_TEXT.bell, autoComplete: 'off', hint: undefined },
  { name: 'doorCode', maxLength: DOOR_TEXT.doorCode, autoComplete: 'off', hint: 'address.doorHint' },
] as const;
type ErrorKey = 'address.empty' | 'address.invalid' | 'address.over' | 'error.send' | 'error.many';

/** Asks where the employee stays and how to find the door. The page never shows an address, not even one that was sent here. */
export function AddressForm({ token, page, translation: { t, format } }: AddressFormProps) {
  const [said, setSaid] = useState(NOTHING);
  const [open, setOpen] = useState(page.addressSaidAt === null);
  const [errorKey, setErrorKey] = useState<ErrorKey>();
  const send = useChange((input: EmployeeAddress) => sendAddress(token, input), {
    onSuccess: (known) => {
      setErrorKey(undefined);
      setSaid(NOTHING);
      setOpen(false);
      queryClient.setQueryData(employeePageKey(token), known);
    },
    onError: (error) => {
      // A failure keeps what was typed.
      const found = errorKeyOf(error);
      setErrorKey(found);
      // The page then shows that the time for an address is over.
      if (found === 'address.over') void queryClient.invalidateQueries({ queryKey: employeePageKey(token) });
      return false;
    },
  });
  const isOver = page.state === 'Cancelled' || page.state === 'Examined' || page.state === 'NotExamined';
  if (isOver) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (Object.values(said).every((text) => text.trim() === '')) setErrorKey('address.empty');
    else send.mutate(said);
  };
  return (
    <Card title={t('address.title')}>
      <p className="text-sm text-pretty text-fg">{t('address.text')}</p>
      {page.addressSaidAt !== null && (
        <Alert tone="success" live className="mt-3">
          {t('address.done', { moment: format.momentLong(page.addressSaidAt) })}
        </Alert>
      )}
      {open ? (
        <form className="mt-3 flex flex-col gap-4" onSubmit={submit} noValidate>
          {FIELDS.map(({ name, maxLength, autoComplete, hint }) => (
            <Field key={name} label={t(`address.${name}`)} hint={hint && t(hint)}>
              <TextInput
                value={said[name]}
                maxLength={maxLength}
                autoComplete={autoComplete}
                onChange={(event) => {
                  setSaid({ ...said, [name]: event.target.value });
                  setErrorKey(undefined);
                }}
              />
            </Field>
          ))}
          {errorKey && <Alert tone="danger">{t(errorKey)}</Alert>}
          <ThumbButton type="submit" className="self-start" loading={send.isPending}>
            {t('address.send')}
          </ThumbButton>
        </form>
      ) : (
        <ThumbButton className="mt-3" onClick={() => setOpen(true)}>
          {t('address.again')}
        </ThumbButton>
      )}
    </Card>
  );
}

function errorKeyOf(error: unknown): ErrorKey {
  const { code, status } = error instanceof ApiError ? error : { code: undefined, status: undefined };
  if (code === 'auth.tooManyAttempts') return 'error.many';
  if (code === 'check.actionNotAllowed' || code === 'entity.notFound') return 'address.over';
  return status === 422 ? 'address.invalid' : 'error.send';
}
