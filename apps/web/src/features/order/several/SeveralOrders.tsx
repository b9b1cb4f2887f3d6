import { CHECK_TIMINGS } from '@checkwell/domain/check/enums';
import { dayOfPrice } from '@checkwell/domain/check/price/price';
import { pricePartsOf } from '@checkwell/domain/check/price/price-parts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { graphql } from '../../../lib/api/graphql.ts';
import { invalidate } from '../../../lib/api/query.ts';
import { today } from '../../../lib/browser/time.ts';
import { clearDraft, type DraftKey, readDraft, writeDraft } from '../../../lib/forms/draft.ts';
import { focusFirstError } from '../../../lib/forms/first-error.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useOrderLocations } from '../../../lib/records/order-locations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { FormStack } from '../../../ui/controls/Field.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx';
import { LeaveGuard } from '../../../ui/overlays/LeaveGuard.tsx';
import { OrderCheckDocument } from '../order.gql.ts';
import { companyQuery } from '../order.queries.ts';
import { parseOrder } from '../order-draft.ts';
import { OrderRowCard } from './OrderRowCard.tsx';
import { changed, failed, judged, nameOf, type OrderRow, restored } from './several-orders.ts';

interface SeveralOrdersProps {
  readonly companyId: string;
  readonly initial: readonly OrderRow[];
  readonly draft: DraftKey;
  /** Called when an order was removed, so that its certificate is removed from the address. */
  readonly onRemove: (id: string) => void;
}

/** A row for each order; one press sends them all, each with its own result. What is refused stays to be fixed and sent again. */
export function SeveralOrders({ companyId, initial, draft, onRemove }: SeveralOrdersProps) {
  const t = useTranslations('order', 'checkFields');
  const enums = useTranslations('enums');
  const format = useFormat();
  const [rows, setRows] = useState(() =>
    restored(
      initial,
      readDraft(draft, (raw) => raw as readonly OrderRow[]),
    ),
  );
  const [touched, setTouched] = useState(false);
  const [told, setTold] = useState({ text: '' });
  const result = useRef<HTMLDivElement>(null);
  const sending = useRef(false);
  // A removed order may have had the focus.
  useEffect(() => {
    if (told.text) result.current?.focus();
  }, [told]);
  const { form, account } = draft;
  useEffect(() => {
    if (touched) writeDraft({ form, account, companyId }, rows);
  }, [rows, touched, form, account, companyId]);
  const edit = (change: (old: readonly OrderRow[]) => readonly OrderRow[]) => {
    setTouched(true);
    setRows(change);
  };
  const put = (id: string, change: (row: OrderRow) => OrderRow) => setRows((old) => old.map((row) => (row.id === id ? change(row) : row)));
  const forAll = (change: Parameters<typeof changed>[1]) => edit((old) => old.map((row) => (row.check ? row : changed(row, change))));

  const unsent = rows.filter(({ check }) => check === null);
  const busy = rows.some((row) => row.sending);
  const send = async () => {
    if (sending.current || unsent.length === 0) return;
    const next = rows.map((row) => (row.check ? row : judged(row)));
    setRows(next);
    const wanted = next.filter(({ check }) => check === null);
    if (wanted.some(({ fieldErrors }) => fieldErrors.length > 0)) {
      focusFirstError();
      return;
    }
    sending.current = true;
    setTouched(true);
    let refused = 0;
    // One after the other: they lock the accounting of one company.
    for (const { id, draft: order, key } of wanted) {
      const { input } = parseOrder(order);
      if (input === null) continue;
      put(id, (row) => ({ ...row, sending: true, error: null }));
      try {
        const { orderCheck } = await graphql(OrderCheckDocument, { input, idempotencyKey: key });
        put(id, (row) => ({ ...row, sending: false, check: orderCheck }));
      } catch (error) {
        refused += 1;
        put(id, (row) => failed(row, error instanceof Error ? error : new Error(String(error))));
      }
    }
    sending.current = false;
    const done = wanted.length - refused;
    const outcome = [
      done > 0 ? t('several.orderedCount', { count: done }) : '',
      refused > 0 ? t('several.failedCount', { count: refused }) : '',
    ];
    setTold({ text: outcome.filter(Boolean).join(' ') });
    if (refused === 0) {
      setTouched(false);
      clearDraft(draft);
    }
    void invalidate('check', 'certificate', 'employee', 'dashboard');
  };

  const contractPrice = useQuery(companyQuery(companyId)).data?.company.checkPrice ?? null;
  const priceOf = ({ draft: { incapacity } }: OrderRow): number | null =>
    contractPrice === null
      ? null
      : pricePartsOf({
          contractPrice,
          checkLocation: incapacity.locationCheck || 'Office',
          checkDate: dayOfPrice(null, incapacity, today()),
        }).total;
  const total = unsent.reduce((sum, row) => sum + (priceOf(row) ?? 0), 0);
  const same = <Value,>(pick: (row: OrderRow) => Value | ''): Value | '' => {
    const [value, ...others] = unsent.map(pick);
    return value !== undefined && others.every((other) => other === value) ? value : '';
  };
  const locations = useOrderLocations(undefined);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div ref={result} tabIndex={-1} role="status" className="text-sm font-medium outline-none empty:hidden">
        {told.text}
      </div>
      {unsent.length > 1 && (
        <Card title={t('several.forAll')} hint={t('several.forAllHint')}>
          <FormStack>
            <RadioGroup
              legend={t('checkFields:checkLocation')}
              columns={3}
              value={same(({ draft: { incapacity } }) => incapacity.locationCheck)}
              onChange={(locationCheck) => forAll({ locationCheck })}
              options={locations.map((value) => ({ value, label: enums(`checkLocation.${value}`) }))}
            />
            <RadioGroup
              legend={t('checkFields:checkTiming')}
              columns={2}
              value={same(({ draft: { incapacity } }) => incapacity.typeCheck)}
              onChange={(typeCheck) => forAll({ typeCheck })}
              options={CHECK_TIMINGS.map((value) => ({ value, label: enums(`checkTiming.${value}`), hint: t(`timing.${value}Hint`) }))}
            />
          </FormStack>
        </Card>
      )}
      <ul aria-label={t('several.title')} className="flex flex-col gap-3">
        {rows.map((row) => (
          <li key={row.id}>
            <OrderRowCard
              row={row}
              price={priceOf(row)}
              onChange={(change) => edit((old) => old.map((one) => (one.id === row.id ? changed(one, change) : one)))}
              onRemove={
                busy
                  ? undefined
                  : () => {
                      edit((old) => old.filter(({ id }) => id !== row.id));
                      onRemove(row.id);
                      setTold({ text: t('several.removed', { name: nameOf(row) }) });
                    }
              }
            />
          </li>
        ))}
      </ul>
      <div className="sticky bottom-(--bottom-nav,0px) z-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-card border border-line bg-sunken px-4 py-3 short:static">
        {unsent.length > 0 && contractPrice !== null && (
          <p className="text-right text-2xs text-muted">
            {t('price.total')}
            <span className="block text-sm font-semibold text-fg tabular-nums">{format.money(total)}</span>
          </p>
        )}
        {unsent.length > 0 ? (
          <Button size="md" variant="primary" type="submit" icon="send" loading={busy}>
            {busy ? t('summary.sending') : t('several.send', { count: unsent.length })}
          </Button>
        ) : (
          <LinkButton size="md" variant="primary" to="/checks">
            {t('launched.show')}
          </LinkButton>
        )}
      </div>
      <LeaveGuard
        when={touched && unsent.length > 0}
        texts={{ title: t('leave.title'), text: t('leave.text'), confirm: t('leave.confirm') }}
      />
    </form>
  );
}
