import type { QueryResultRow } from 'pg';
import type { Ledger } from './load.ts';

/** A query as the owner, past row-level security. */
export type Owner = <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** What must hold after any fault: each query returns the records that violate it. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'an order was placed twice': `
    select "employeeMatricule" as what from employees where "employeeMatricule" ~ '^round' group by "employeeMatricule" having count(*) > 1`,
  'an order has no check, or several': `
    select e."employeeMatricule" || ': ' || count(c.id) as what from employees e left join checks c on c."employeeId" = e.id
    where e."employeeMatricule" ~ '^round' group by e.id, e."employeeMatricule" having count(c.id) <> 1`,
  'a check has a history that does not fit its version': `
    select c.id || ': version ' || c.version || ', history to ' || coalesce(max(e.version)::text, 'nothing') as what
    from checks c left join check_events e on e."companyId" = c."companyId" and e."checkId" = c.id group by c."companyId", c.id, c.version
    having coalesce(max(e.version), 0) <> c.version or count(e.id) <> c.version`,
  'the last line of a history names another status': `
    select c.id::text as what from checks c join check_events e on e."companyId" = c."companyId" and e."checkId" = c.id and e.version = c.version
    where e."toStatus" <> c.status`,
  'a check was cancelled twice': `
    select "checkId"::text as what from check_events where action = 'cancel' group by "checkId" having count(*) > 1`,
  'an order is not in the access log, or twice': `
    select c.id || ': ' || count(l.id) as what from checks c left join access_log l on l."subjectId" = c.id and l.action = 'check.order'
    where c.source = 'Web' group by c."companyId", c.id having count(l.id) <> 1`,
  'a mail was sent twice': `
    select "checkId" || ' ' || template || ' ' || recipient as what from mails where "checkId" is not null
    group by "checkId", template, recipient having count(*) > 1`,
  'an order has no mail that confirms it': `
    select c.id::text as what from checks c where c.source = 'Web' and not exists (
      select 1 from mails m where m."checkId" = c.id and m.template = 'orderReceived')`,
  'a mail did not leave': `select id || ' ' || state as what from mails where state <> 'sent'`,
  'an effect was given up': `select topic || ' ' || id as what from outbox where "deadAt" is not null`,
  'a payment has no check, or an order is not what was paid for it': `
    select o.id || ': ' || o.state || ', ' || coalesce(sum(a."capturedCents"), 0) as what
    from one_shot_orders o left join one_shot_attempts a on a."orderId" = o.id group by o.id
    having (o.state = 'Paid') <> (coalesce(sum(a."capturedCents"), 0) = o."totalCents") or (o.state = 'Paid') <> (o."checkId" is not null)`,
  'a payment has no invoice, or several': `
    select o.id || ': ' || count(i.id) as what from one_shot_orders o left join invoices i on i."checkId" = o."checkId" and i.kind = 'Invoice'
    where o.state = 'Paid' group by o.id having count(i.id) <> 1`,
};

/** @returns a sentence for each record that violates an invariant, and for each acknowledged operation that the database does not hold */
export async function findViolations(owner: Owner, ledger: Pick<Ledger, 'orders' | 'cancelled'>): Promise<readonly string[]> {
  const violations: string[] = [];
  for (const [invariant, sql] of Object.entries(INVARIANTS))
    for (const { what } of await owner<{ what: string }>(sql)) violations.push(`${invariant}: ${what}`);
  const placed = new Map(
    (
      await owner<{ key: string; id: string }>(
        `select e."employeeMatricule" as key, c.id from checks c join employees e on e.id = c."employeeId" where e."employeeMatricule" ~ '^round'`,
      )
    ).map(({ key, id }) => [key, id]),
  );
  for (const [key, id] of ledger.orders) if (placed.get(key) !== id) violations.push(`an order is lost: ${key}, ${id}`);
  for (const key of placed.keys()) if (!ledger.orders.has(key)) violations.push(`an order without a successful answer: ${key}`);
  const cancelled = new Set(
    (await owner<{ id: string }>(`select id from checks where "checkOccurence" = 'Cancelled'`)).map(({ id }) => id),
  );
  for (const id of ledger.cancelled) if (!cancelled.has(id)) violations.push(`a cancellation is lost: ${id}`);
  for (const id of cancelled) if (!ledger.cancelled.has(id)) violations.push(`a cancellation without a successful answer: ${id}`);
  return violations;
}
