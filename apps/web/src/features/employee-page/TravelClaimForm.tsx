import { TEXT } from '@checkwell/domain/constants';
import type { EmployeePage, ShownTravelClaim } from '@checkwell/domain/employee-page/contract';
import {
  CLAIM_PAYMENTS,
  type ClaimPayment,
  TRAVEL_CLAIM,
  TRAVEL_MEANS,
  type TravelMeans,
} from '@checkwell/domain/employee-page/travel-claim';
import { type TravelClaimInput, travelClaimRule } from '@checkwell/domain/employee-page/travel-claim-rule';
import type { FieldIssue } from '@checkwell/domain/errors';
import { kmCents } from '@checkwell/domain/law/km-rate';
import { maskedIban } from '@checkwell/domain/people/numbers/iban';
import { issuesOf } from '@checkwell/domain/validation';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { queryClient, useChange } from '../../lib/api/query.ts';
import { focusFirstError } from '../../lib/forms/first-error.ts';
import { centsOf, centsText } from '../../lib/forms/numbers.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { RadioGroup } from '../../ui/controls/RadioGroup.tsx';
import { TextInput } from '../../ui/controls/TextInput.tsx';
import { ThumbButton } from '../../ui/controls/ThumbButton.tsx';
import { employeePageKey, sendReceipt, sendTravelClaim } from './employee-page.calls.ts';
import { type FileErrorKey, FileField, refusalOf, uploadErrorKeyOf } from './FileField.tsx';
import { isClosed, type LeftReceipt } from './ReceiptForm.tsx';
import type { PageTranslation } from './use-page-translation.ts';

type Travel = NonNullable<EmployeePage['travel']>;

interface Values {
  readonly means: TravelMeans | '';
  readonly km: string;
  readonly amount: string;
  readonly reason: string;
  readonly payment: ClaimPayment | '';
  readonly iban: string;
}

/** The values that the form begins with: those of the earlier claim, else the known distance. */
const valuesOf = ({ claim, suggestedKm }: Travel, language: PageTranslation['language']): Values => ({
  means: claim?.means ?? '',
  km: String(claim?.km ?? suggestedKm ?? ''),
  amount: claim === null || claim.means === 'Car' ? '' : centsText(claim.amountCents, language),
  reason: claim?.reason ?? '',
  payment: claim?.payment ?? '',
  // Never filled in.
  iban: '',
});

/** The values that the rule checks; two choices may still be open. */
type ClaimDraft = Omit<TravelClaimInput, 'means' | 'payment'> & Pick<Values, 'means' | 'payment'>;

/** The input, from the fields that the choices show. */
function inputOf({ means, km, amount, reason, payment, iban }: Values, claim: ShownTravelClaim | null): ClaimDraft {
  return {
    version: claim?.version ?? 0,
    means,
    km: means === 'Car' ? wholeOf(km) : null,
    amountCents: means === 'Car' || means === '' ? null : centsOf(amount),
    reason: means === 'Other' ? reason : '',
    payment,
    iban: payment === 'Account' ? iban : '',
  };
}
const wholeOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')));

type FieldErrorKey = `travel.error.${'means' | 'km' | 'amount' | 'reason' | 'payment' | 'ibanMissing' | 'iban' | 'text'}`;
interface ErrorKeys extends Partial<Record<keyof Values, FieldErrorKey | undefined>> {
  readonly file?: FileErrorKey | undefined;
  /** An error of the whole form. */
  readonly form?: 'travel.error.closed' | ReturnType<typeof uploadErrorKeyOf> | undefined;
}

/** The sentences of the page for the errors that the rule finds, here and on the server. */
function errorKeysAt(issues: readonly Pick<FieldIssue, 'path' | 'message'>[]): ErrorKeys {
  const at = (
    path: string,
    errorKey: FieldErrorKey,
    special?: readonly [message: string, errorKey: FieldErrorKey],
  ): FieldErrorKey | undefined => {
    const issue = issues.find((one) => one.path === path);
    return issue && (issue.message === special?.[0] ? special[1] : errorKey);
  };
  return {
    means: at('means', 'travel.error.means'),
    km: at('km', 'travel.error.km'),
    amount: at('amountCents', 'travel.error.amount'),
    reason: at('reason', 'travel.error.text', ['reasonRequired', 'travel.error.reason']),
    payment: at('payment', 'travel.error.payment'),
    iban: at('iban', 'travel.error.iban', ['required', 'travel.error.ibanMissing']),
  };
}

interface TravelClaimFormProps {
  readonly token: string;
  readonly travel: Travel;
  readonly company: string;
  readonly translation: PageTranslation;
  readonly onSent: () => void;
  /** Called when the claim was sent and its receipt was not. */
  readonly onReceiptLeft: (receipt: LeftReceipt) => void;
  /** Called when the claim differs from the one on the page, or the employer has decided meanwhile. */
  readonly onUnsent: (why: 'changed' | 'decided') => void;
  readonly onClosed: () => void;
}

/** The form for travel costs: means of travel, cost, and payment. A failure keeps what was typed. */
export function TravelClaimForm({ token, travel, company, translation, onSent, onReceiptLeft, onUnsent, onClosed }: TravelClaimFormProps) {
  const { t, format, language } = translation;
  const { claim } = travel;
  const [values, setValues] = useState(() => valuesOf(travel, language));
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState<number>();
  const [errorKeys, setErrorKeys] = useState<ErrorKeys>({});
  const { means, payment } = values;
  /** Shows the errors and moves the focus to the first. */
  const refuse = (found: ErrorKeys): void => {
    setErrorKeys(found);
    focusFirstError();
  };
  const set = (changes: Partial<Values>): void => {
    setValues({ ...values, ...changes });
    setErrorKeys({ ...errorKeys, ...Object.fromEntries(Object.keys(changes).map((name) => [name, undefined])) });
  };
  const send = useChange(
    async (input: TravelClaimInput): Promise<LeftReceipt | undefined> => {
      const known = await sendTravelClaim(token, input);
      queryClient.setQueryData(employeePageKey(token), known);
      if (!file) return undefined;
      try {
        setShare(0);
        queryClient.setQueryData(employeePageKey(token), await sendReceipt(token, file, setShare));
        return undefined;
      } catch (error) {
        return { file, error };
      }
    },
    {
      onSuccess: (left) => (left ? onReceiptLeft(left) : onSent()),
      onError: (error) => {
        // A failure keeps what was typed.
        if (error instanceof ApiError && error.code === 'entity.changedMeanwhile') onUnsent('changed');
        else if (isClosed(error) && claim !== null) onUnsent('decided');
        else if (isClosed(error)) {
          refuse({ form: 'travel.error.closed' });
          void queryClient.invalidateQueries({ queryKey: employeePageKey(token) });
        } else if (error instanceof ApiError && error.issues.length > 0) refuse(errorKeysAt(error.issues));
        else refuse({ form: uploadErrorKeyOf(error) });
        return false;
      },
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const verdict = travelClaimRule.safeParse(inputOf(values, claim));
    const lacksAccount = payment === 'Account' && values.iban.trim() === '' && claim?.payment !== 'Account';
    const found: ErrorKeys = {
      ...(verdict.error && errorKeysAt(issuesOf(verdict.error))),
      ...(lacksAccount && { iban: 'travel.error.ibanMissing' }),
      file: file && refusalOf(file),
    };
    if (!verdict.success || Object.values(found).some(Boolean)) refuse(found);
    else {
      setErrorKeys({});
      send.mutate(verdict.data);
    }
  };
  const said = (name: keyof Values): string | undefined => {
    const errorKey = errorKeys[name];
    return errorKey && t(errorKey, { max: errorKey === 'travel.error.km' ? TRAVEL_CLAIM.maxKm : format.money(TRAVEL_CLAIM.maxCents) });
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      <RadioGroup
        legend={t('travel.how')}
        required
        options={TRAVEL_MEANS.map((value) => ({ value, label: t(`travel.means.${value}`) }))}
        value={means}
        error={said('means')}
        onChange={(value) => set({ means: value, km: values.km, amount: values.amount })}
      />
      {means === 'Car' && (
        <Field
          label={t('travel.km')}
          required
          error={said('km')}
          hint={<KmHint travel={travel} km={values.km} translation={translation} />}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            suffix="km"
            value={values.km}
            onChange={(event) => set({ km: event.target.value })}
          />
        </Field>
      )}
      {means === 'Other' && (
        <Field label={t('travel.reason')} required hint={t('travel.reasonHint')} error={said('reason')}>
          <TextInput
            maxLength={TEXT.reason}
            autoComplete="off"
            value={values.reason}
            onChange={(event) => set({ reason: event.target.value })}
          />
        </Field>
      )}
      {means !== '' && means !== 'Car' && (
        <Field label={t('travel.amount')} required hint={t('travel.amountHint')} error={said('amount')}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            suffix="€"
            value={values.amount}
            onChange={(event) => set({ amount: event.target.value })}
          />
        </Field>
      )}
      <RadioGroup
        legend={t('travel.pay')}
        required
        options={CLAIM_PAYMENTS.map((value) => ({ value, label: t(`travel.payment.${value}`) }))}
        value={payment}
        error={said('payment')}
        onChange={(value) => set({ payment: value, iban: values.iban })}
      />
      {payment === 'Account' && (
        <Field
          label={t('travel.iban')}
          required={claim?.payment !== 'Account'}
          hint={[
            t('travel.ibanHint', { company }),
            ...(claim?.ibanEnd ? [t('travel.ibanKept', { account: maskedIban(claim.ibanEnd) })] : []),
          ].join(' ')}
          error={said('iban')}
        >
          <TextInput
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={TEXT.code}
            value={values.iban}
            onChange={(event) => set({ iban: event.target.value })}
          />
        </Field>
      )}
      {claim?.hasReceipt !== true && (
        <FileField
          label={t('travel.receipt')}
          hint={t('travel.receiptWarning')}
          file={file}
          errorKey={errorKeys.file}
          share={send.isPending ? share : undefined}
          translation={translation}
          onChoose={(chosen) => {
            setFile(chosen);
            setErrorKeys({ ...errorKeys, file: refusalOf(chosen) });
          }}
        />
      )}
      {errorKeys.form && <Alert tone="danger">{t(errorKeys.form)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <ThumbButton type="submit" variant="primary" loading={send.isPending}>
          {t(claim === null ? 'travel.send' : 'travel.correct')}
        </ThumbButton>
        <ThumbButton onClick={onClosed} disabled={send.isPending}>
          {t('travel.back')}
        </ThumbButton>
      </div>
    </form>
  );
}

/** Where the kilometres come from, at which rate they count, and what they come to. */
function KmHint({
  travel: { suggestedKm, kmRate },
  km,
  translation: { t, format },
}: {
  readonly travel: Travel;
  readonly km: string;
  readonly translation: PageTranslation;
}) {
  const typed = wholeOf(km);
  const counts = Number.isInteger(typed) && typed >= 1 && typed <= TRAVEL_CLAIM.maxKm;
  return (
    <>
      {suggestedKm !== null && <span className="block">{t('travel.kmSuggested', { km: format.km(suggestedKm) })}</span>}
      {kmRate !== null && (
        <>
          <span className="block">
            {t('travel.kmRate', { rate: format.number(kmRate.perKm / 10_000, 4), from: format.date(kmRate.from) })}
          </span>
          <span className="block font-medium text-fg" role="status">
            {counts && t('travel.worth', { amount: format.money(kmCents(typed, kmRate)) })}
          </span>
        </>
      )}
    </>
  );
}
