import { INCAPACITY_TYPES } from '@checkwell/domain/certificate/enums';
import { isCheckable } from '@checkwell/domain/certificate/rules';
import { isSurchargedDay, PRICES } from '@checkwell/domain/check/price/price';
import { type CalendarDay, dayOf } from '@checkwell/domain/clock';
import { sendableAt } from '@checkwell/domain/offers/waves';
import { nightly } from '../../apps/server/src/test/nightly.ts';
import { runAs } from '../../apps/server/src/test/sql.ts';
import { askGraphql, companyOf } from '../support/api.ts';
import { ORDER, orderOf } from '../support/orders.ts';
import { enter, person } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { CALLED_OFF, type Message, readAll, sentOf } from './branches/messages.ts';
import { openScenario, type Scenario } from './branches/scenario.ts';
import { BRANCHES, type Branch } from './branches/table.ts';

/**
 * Exceptional branches (domain.md 4.3): how each check ends, what it costs the employer, and that exactly the expected messages are in the mailbox.
 * Permissions, transitions and prices are tested in the server's tests.
 */

/** No other test uses this company. */
const EMPLOYER = person('hr.admin.8');
/** Doctor of home visits, which begin during the test; other tests use the other doctor for visits. */
const VISITOR = person('medecin');
const DOCTOR = person('doctor');
const DATABASE = process.env.E2E_DATABASE_URL ?? '';

/** The price for the employer: of an examination, or a way to one, by its day, else a share of the last price. */
function priceOf(
  { ended: { charged } }: Branch,
  price: { readonly ordered: number; readonly last: number },
  examined: CalendarDay | null,
): number {
  if (examined === null) return Math.round(price.last * charged);
  const percent = isSurchargedDay(examined) ? 100 + PRICES.weekendPercent : 100;
  return Math.round((price.ordered * percent) / 100);
}

test('each branch ends in the right state at the right price, with exactly its messages in the mailbox', async ({
  page,
  apiSession,
  baseURL,
}) => {
  test.setTimeout(480_000);
  const now = new Date();
  const isAwake = sendableAt(now) <= now;
  const [employer, planner, doctor, visitor] = await Promise.all([EMPLOYER, person('planner'), DOCTOR, VISITOR].map(apiSession));
  if (!employer || !planner || !doctor || !visitor) throw new Error('Nobody is signed in.');
  const companyId = await companyOf(employer);
  const done: { branch: Branch; scenario: Scenario }[] = [];
  let visits = 0;
  for (const branch of BRANCHES.filter(({ byDay = false }) => isAwake || !byDay)) {
    const isVisit = branch.order?.locationCheck === 'House';
    if (isVisit) visits += 1;
    const mine = isVisit ? VISITOR : DOCTOR;
    const people = { employer, planner, doctor: isVisit ? visitor : doctor };
    await test.step(branch.name, async () => {
      const scenario = await openScenario({ baseURL: baseURL ?? '', companyId, people, doctor: mine, ago: 30 * visits }, branch.order);
      await branch.run(scenario);
      done.push({ branch, scenario });
    });
  }

  // Waits until all due jobs are done; mails and text messages are already written.
  await expect
    .poll(() =>
      runAs(
        DATABASE,
        `select topic, "lastError" from outbox where "companyId" = $1 and topic not in ('mail', 'sms') and "dueAt" <= now()`,
        [companyId],
      ),
    )
    .toEqual([]);
  await enter(page, person('planner'), 'en', '/mailbox');
  // The same kind of message occurs in many branches: normal runs read its text once, nightly runs in all branches.
  const opened = new Set<Message>();
  const isOpened = (message: Message): boolean => {
    if (!nightly && opened.has(message)) return false;
    opened.add(message);
    return true;
  };
  for (const { branch, scenario } of done) {
    await test.step(`every message: ${branch.name}`, async () => {
      const { charged: _, setOut = false, ...ended } = branch.ended;
      const { checkDate, ...end } = await scenario.read<{ checkDate: CalendarDay | null }>(
        'checkOccurence nonOperableReason companyTotalPrice checkDate',
      );
      const isOver = ['Cancelled', 'NonOperable'].includes(branch.ended.checkOccurence) && !setOut;
      expect(end).toEqual({
        nonOperableReason: null,
        ...ended,
        companyTotalPrice: priceOf(branch, scenario.price(), isOver ? null : (checkDate ?? dayOf(now))),
      });
      const { ids, phoneNumbers } = scenario.ordered;
      // At night the invitation was not sent yet: it is withdrawn, and no message about the cancellation is sent.
      const messages = typeof branch.messages === 'function' ? branch.messages(await scenario.countAsked()) : branch.messages;
      const expected = messages.filter((message) => isAwake || message !== CALLED_OFF);
      await readAll(
        page,
        await sentOf(DATABASE, ids, phoneNumbers, person('planner').email),
        expected,
        {
          employer: EMPLOYER.email,
          planner: person('planner').email,
          doctor: scenario.mailOfDoctor(),
          phoneNumbers,
        },
        isOpened,
      );
    });
  }
});

test('an order for a leave that cannot be checked is refused, and sends no message', async ({ apiSession }) => {
  const employer = await apiSession(EMPLOYER);
  const phoneNumber = '+32470999888';
  const worker = { id: null, companyId: await companyOf(employer), employeeFirstName: 'Bo', employeeLastName: 'Branch-Refused' };
  for (const incapacityType of INCAPACITY_TYPES.filter((type) => !isCheckable(type))) {
    const { data, errors } = await askGraphql(employer, ORDER, { ...orderOf(worker, { phoneNumber, incapacityType }) });
    expect(data ?? null).toBeNull();
    expect(errors?.[0]?.extensions?.issues?.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      'incapacityType: typeNotCheckable',
    ]);
  }
  expect(await runAs(DATABASE, `select id from checks where "workerFullName" like '%Branch-Refused'`, [])).toEqual([]);
  expect(await sentOf(DATABASE, [], [phoneNumber], '')).toEqual([]);
});
