import { INCAPACITY_TYPES } from '@checkwell/domain/certificate/enums';
import { isCheckable } from '@checkwell/domain/certificate/rules';
import { PRICES } from '@checkwell/domain/check/price/price';
import { dayOf, isoWeekday } from '@checkwell/domain/clock';
import { sendableAt } from '@checkwell/domain/offers/waves';
import { nightly } from '../../apps/server/src/test/nightly.ts';
import { runAs } from '../../apps/server/src/test/sql.ts';
import { askGraphql } from '../support/api.ts';
import { ORDER, orderOf } from '../support/orders.ts';
import { enter, person } from '../support/people.ts';
import type { ApiSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';
import { CALLED_OFF, type Message, readAll, sentOf } from './branches/messages.ts';
import { openScene, type Scene } from './branches/scene.ts';
import { BRANCHES, type Branch } from './branches/table.ts';

/**
 * What goes otherwise than planned (domain.md 4.3): how each such check ends, what it costs the employer, and every message about it, read in the
 * mailbox: nobody is told too little or too much. Who may do what, in which order and at what price, the server's tests say.
 */

/** Nobody else orders for this company, or looks at its reports. */
const EMPLOYER = person('hr.admin.8');
/** Of visits, which begin at the moment of the test; other tests have the other doctor visit then. */
const VISITOR = person('medecin');
const DOCTOR = person('doctor');
const DATABASE = process.env.E2E_DATABASE_URL ?? '';

/** The company that the employer orders for. */
async function companyOf(employer: ApiSession): Promise<string> {
  const { data } = await askGraphql<{ viewer: { companies: readonly { readonly id: string }[] } }>(
    employer,
    '{ viewer { companies { id } } }',
  );
  return data?.viewer.companies[0]?.id ?? '';
}

/** What the employer pays: of an examination by its day, else as the price stood. */
function priceOf(
  { ended: { charged } }: Branch,
  price: { readonly ordered: number; readonly last: number },
  examined: string | null,
): number {
  if (examined === null) return Math.round(price.last * charged);
  const percent = isoWeekday(examined as never) >= 6 ? 100 + PRICES.weekendPercent : 100;
  return Math.round((price.ordered * percent) / 100);
}

test('whatever comes between, the check ends in one true state at the right price, and all of its messages are in the mailbox', async ({
  page,
  behind,
  baseURL,
}) => {
  test.setTimeout(480_000);
  const now = new Date();
  const isAwake = sendableAt(now) <= now;
  const [employer, planner, doctor, visitor] = await Promise.all([EMPLOYER, person('planner'), DOCTOR, VISITOR].map(behind));
  if (!employer || !planner || !doctor || !visitor) throw new Error('Nobody is signed in.');
  const companyId = await companyOf(employer);
  const done: { branch: Branch; scene: Scene }[] = [];
  let visits = 0;
  for (const branch of BRANCHES.filter(({ byDay = false }) => isAwake || !byDay)) {
    const isVisit = branch.order?.locationCheck === 'House';
    if (isVisit) visits += 1;
    const mine = isVisit ? VISITOR : DOCTOR;
    const people = { employer, planner, doctor: isVisit ? visitor : doctor };
    await test.step(branch.name, async () => {
      const scene = await openScene({ baseURL: baseURL ?? '', companyId, people, doctor: mine, ago: 30 * visits }, branch.order);
      await branch.run(scene);
      done.push({ branch, scene });
    });
  }

  // What is due has been carried out; what waits for the morning is written already.
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
  // A message of the same kind comes in many branches: by day its text is read the first time, at night in all of them.
  const opened = new Set<Message>();
  const isOpened = (message: Message): boolean => {
    if (!nightly && opened.has(message)) return false;
    opened.add(message);
    return true;
  };
  for (const { branch, scene } of done) {
    await test.step(`every message: ${branch.name}`, async () => {
      const { charged: _, ...ended } = branch.ended;
      const { checkDate, ...end } = await scene.read<{ checkDate: string | null }>(
        'checkOccurence nonOperableReason companyTotalPrice checkDate',
      );
      const isOver = ['Cancelled', 'NonOperable'].includes(branch.ended.checkOccurence);
      expect(end).toEqual({
        nonOperableReason: null,
        ...ended,
        companyTotalPrice: priceOf(branch, scene.price(), isOver ? null : (checkDate ?? dayOf(now))),
      });
      const { ids, phoneNumbers } = scene.ordered;
      // At night the invitation has not left: it is taken back, and who knew of nothing is told of no end.
      const messages = typeof branch.messages === 'function' ? branch.messages(await scene.countAsked()) : branch.messages;
      const expected = messages.filter((message) => isAwake || message !== CALLED_OFF);
      await readAll(
        page,
        await sentOf(DATABASE, ids, phoneNumbers, person('planner').email),
        expected,
        {
          employer: EMPLOYER.email,
          planner: person('planner').email,
          doctor: scene.mailOfDoctor(),
          phoneNumbers,
        },
        isOpened,
      );
    });
  }
});

test('a leave that no doctor may judge is refused, and nobody is told anything', async ({ behind }) => {
  const employer = await behind(EMPLOYER);
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
