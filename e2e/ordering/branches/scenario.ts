import { randomInt } from 'node:crypto';
import { addDays, dayOf } from '@checkwell/domain/clock';
import { EMPLOYEE_PAGE_PATH } from '@checkwell/domain/employee-page/contract';
import { OFFERS_PATH } from '@checkwell/domain/offers/contract';
import { runAs } from '../../../apps/server/src/test/sql.ts';
import { askGraphql } from '../../support/api.ts';
import { change, releaseIfHeld, reportExamination, schedule, startPlanning } from '../../support/checks.ts';
import { type OrderChanges, orderFor, step } from '../../support/orders.ts';
import type { Person } from '../../support/people.ts';
import type { ApiSession } from '../../support/session.ts';
import { expect } from '../../support/test.ts';

const DATABASE = process.env.E2E_DATABASE_URL ?? '';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const FINDINGS = { workerDisagreement: false, secondCheckNeeded: false, prolongationNeeded: false };
const newNumber = () => `+3247${randomInt(1_000_000, 9_999_999)}`;

/** Values of the order of a branch that differ from the default. */
export type Wish = Pick<OrderChanges, 'locationCheck' | 'authorizedExit' | 'startDate'>;

interface Cast {
  readonly baseURL: string;
  readonly companyId: string;
  /** Sessions without a browser. */
  readonly people: Readonly<Record<'employer' | 'planner' | 'doctor', ApiSession>>;
  readonly doctor: Person;
  /** Minutes since the start of a visit; different for each branch, because a doctor has one visit at a time. */
  readonly ago: number;
}

export type Scenario = Awaited<ReturnType<typeof openScenario>>;

/** Orders a check by the API. @returns steps that its users can do, by the API */
export async function openScenario({ baseURL, companyId, people, doctor, ago }: Cast, wish: Wish = {}) {
  const { employer, planner } = people;
  const isVisit = wish.locationCheck === 'House';
  const ordered = { ids: [] as string[], phoneNumbers: [] as string[] };
  let id = '';
  let phoneNumber = '';
  let mailOfDoctor = '';
  let price = { ordered: 0, last: 0 };

  async function order(employeeId: string | null, more: OrderChanges = {}): Promise<void> {
    phoneNumber = newNumber();
    const name = ordered.phoneNumbers[0] ?? phoneNumber;
    const worker = { id: employeeId, companyId, employeeFirstName: 'Bo', employeeLastName: `Branch-${name.slice(-7)}` };
    const made = await orderFor(employer, worker, {
      phoneNumber,
      ...(isVisit && { workerAddress: 'Rue de la Cathédrale 12, 4000 Liège', workerLanguage: 'FR' }),
      ...wish,
      ...more,
    });
    id = made.id;
    price = { ordered: made.companyTotalPrice ?? 0, last: made.companyTotalPrice ?? 0 };
    ordered.ids.push(id);
    ordered.phoneNumbers.push(phoneNumber);
  }

  const read = async <Facts extends object>(fields: string): Promise<Facts> => {
    const { data } = await askGraphql<{ check: Facts }>(planner, `query ($id: ID!) { check(id: $id) { ${fields} } }`, { id });
    if (!data) throw new Error('The check is gone.');
    return data.check;
  };
  const seen = () => read<{ id: string; version: number }>('id version');
  const go = async (who: keyof typeof people, name: string, type: string, input: object) =>
    step(people[who], change(name, `, $input: ${type}!`, ', input: $input'), { ...(await seen()), input });
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(baseURL + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseURL },
      body: JSON.stringify(body),
    });
    expect(answer.status, await answer.text()).toBe(200);
  };
  /** Waits for so many messages with a match. @returns the first group of each match */
  const inMessages = async (sql: string, key: string, pattern: RegExp, count: number): Promise<readonly string[]> => {
    let found: string[] = [];
    await expect
      .poll(async () => {
        const texts = await runAs<{ text: string }>(DATABASE, sql, [key]);
        found = texts.flatMap(({ text }) => pattern.exec(text)?.[1] ?? []);
        return found.length;
      })
      .toBeGreaterThanOrEqual(count);
    return found;
  };
  const linksInTexts = (count: number) =>
    inMessages('select text from text_messages where recipient = $1 order by "createdAt"', phoneNumber, /\/w\/([\w-]{22})/, count);
  const askedTokens = (count: number) =>
    inMessages('select "plainText" as text from mails where "checkId" = $1 order by "createdAt"', id, /\/offer\/([\w-]{43})/, count);
  /** Number of doctors with an offer. */
  const countAsked = async (): Promise<number> => (await runAs(DATABASE, 'select 1 from offers where "checkId" = $1', [id])).length;
  const declined = new Set<string>();
  const decline = async (token: string): Promise<void> => {
    declined.add(token);
    await post(`${OFFERS_PATH}/${token}/answer`, { answer: 'Decline', reason: 'Other', comment: 'On holiday.' });
  };
  /** Links of doctors who have not declined. */
  const openTokens = async (): Promise<readonly string[]> => (await askedTokens(0)).filter((token) => !declined.has(token));
  /** State of the search on the planners' board. */
  const searchState = async (): Promise<string | null> => {
    const { data } = await askGraphql<{ offers: { searchState: string | null } }>(
      planner,
      'query ($id: ID!) { offers: checkOffers(checkId: $id) { searchState } }',
      { id },
    );
    return data?.offers.searchState ?? null;
  };
  /** Reads the current price, which is higher on weekends. */
  const readPrice = async () => {
    price = { ...price, last: (await read<{ companyTotalPrice: number }>('companyTotalPrice')).companyTotalPrice };
  };
  const appointmentStart = async () => new Date((await read<{ appointmentStart: string }>('appointmentStart')).appointmentStart);
  const moveTo = (start: Date) =>
    runAs(
      DATABASE,
      `update checks set "appointmentStart" = $2::timestamptz, "appointmentEnd" = $2::timestamptz + interval '20 minutes' where id = $1`,
      [id, start],
    );
  await order(null);

  return {
    ordered,
    read,
    go,
    price: () => price,
    /** Address of the first doctor of the check; empty: none. */
    mailOfDoctor: () => mailOfDoctor,
    startPlanning: async () => startPlanning(planner, await seen()),
    /** Makes an appointment in the next days, and waits for the message to the employee. */
    async planned(): Promise<void> {
      await startPlanning(planner, await seen());
      await schedule(planner, await seen(), doctor);
      const mission = 'select d.email::text from doctors d join checks c on c."doctorId" = d.id where c.id = $1';
      mailOfDoctor = (await runAs<{ email: string }>(DATABASE, mission, [id]))[0]?.email ?? '';
      await readPrice();
      // Changes before the message is sent would be combined in one message.
      if (!isVisit) await linksInTexts(1);
    },
    /** Makes a new appointment with another doctor, and waits for the message to the employee. */
    async plannedAnew(): Promise<void> {
      await schedule(planner, await seen(), undefined, doctor);
      await readPrice();
      await linksInTexts(2);
    },
    /** Asks a doctor by an offer. */
    async ask(): Promise<void> {
      await startPlanning(planner, await seen());
      const { data } = await askGraphql<{ list: readonly { doctor: { id: string; lastName: string }; freeSlots: readonly string[] }[] }>(
        planner,
        'query ($id: ID!, $day: Date!) { list: doctorCandidates(checkId: $id, day: $day) { doctor { id lastName } freeSlots } }',
        { id, day: addDays(dayOf(new Date()), 4) },
      );
      const candidate = data?.list.find(({ freeSlots }) => freeSlots.length > 0);
      const input = { doctorId: candidate?.doctor.id, appointmentStart: candidate?.freeSlots[0], appointmentMinutes: 20 };
      const { errors } = await askGraphql(
        planner,
        'mutation ($id: ID!, $version: Int!, $input: ScheduleInput!) { askDoctor(id: $id, version: $version, input: $input) { offers { state } } }',
        { ...(await seen()), input },
      );
      expect(errors).toBeUndefined();
      await askedTokens(1);
    },
    /** Starts the automatic search, which asks doctors in waves of three for an immediate check. */
    async search(): Promise<void> {
      await startPlanning(planner, await seen());
      const { errors } = await askGraphql(
        planner,
        'mutation ($id: ID!, $version: Int!) { startDoctorSearch(id: $id, version: $version, appointmentMinutes: 20) { searchState } }',
        { ...(await seen()) },
      );
      expect(errors).toBeUndefined();
    },
    /** So many doctors decline by the link of the mail, one after the other: on some days a wave has fewer than three. */
    async decline(doctors: number): Promise<void> {
      for (let left = doctors; left > 0; left -= 1) {
        await expect.poll(openTokens).not.toEqual([]);
        await decline((await openTokens())[0] ?? '');
      }
    },
    /** Everybody who is asked declines, until the search ends. */
    async declineAll(): Promise<void> {
      await expect
        .poll(async () => {
          for (const token of await openTokens()) await decline(token);
          return searchState();
        })
        .toBe('Exhausted');
    },
    /** Waits for an offer after those that were declined, which is accepted. */
    async accept(): Promise<void> {
      await expect.poll(countAsked).toBeGreaterThan(declined.size);
      // All doctors of the wave get their mail before one accepts.
      await askedTokens(await countAsked());
      const token = (await openTokens())[0] ?? '';
      await post(`${OFFERS_PATH}/${token}/answer`, { answer: 'Accept' });
      await readPrice();
      await linksInTexts(1);
    },
    countAsked,
    /** Moves the check so far away that no further doctor is near enough. */
    noOtherDoctorNear: () => runAs(DATABASE, 'update checks set latitude = 54, longitude = 3 where id = $1', [id]),
    searchState,
    /** The visit begins, and nobody is at home. */
    async nobodyOpens({ card }: { card: boolean }): Promise<void> {
      const start = new Date(Math.floor(Date.now() / MINUTE - ago) * MINUTE);
      await moveTo(start);
      const { data } = await askGraphql<{ slots: readonly string[] }>(people.doctor, 'query ($id: ID!) { slots: cardSlots(id: $id) }', {
        id,
      });
      await go('doctor', 'recordAttempt', 'AttemptInput', {
        attemptedAt: new Date().toISOString(),
        appointmentStart: start.toISOString(),
        bell: 'Peeters',
        photoId: null,
        position: null,
        cardStart: card ? data?.slots[0] : null,
      });
      if (card) await linksInTexts(1);
    },
    /** The doctor sets out for a visit of today. */
    async setsOut(): Promise<void> {
      const start = new Date(Math.floor(Date.now() / MINUTE - ago) * MINUTE);
      await moveTo(start);
      const input = { tap: 'onMyWay', tappedAt: new Date().toISOString(), appointmentStart: start.toISOString() };
      await step(
        people.doctor,
        'mutation ($id: ID!, $input: VisitInput!) { check: recordVisit(id: $id, input: $input) { id version status } }',
        {
          id,
          input,
        },
      );
    },
    /** Moves the appointment to one to three hours from now, when the doctor is free. */
    async isSoon(): Promise<void> {
      await expect
        .poll(async () => {
          const start = new Date(Math.floor(Date.now() / MINUTE + randomInt(60, 200)) * MINUTE);
          return moveTo(start).then(
            () => true,
            () => false,
          );
        })
        .toBe(true);
    },
    /** Moves the appointment, and the messages about it, into the past. */
    async isMissed(): Promise<void> {
      await expect.poll(async () => (await read<{ employeeTold: string }>('employeeTold')).employeeTold).toBe('InTime');
      const underway = `select id from employee_messages where "checkId" = $1 and channel = 'sms' and "sentAt" is null`;
      await expect.poll(() => runAs(DATABASE, underway, [id])).toEqual([]);
      const start = await appointmentStart();
      let days = Math.floor((start.getTime() - Date.now()) / DAY) + 1;
      // Tries an earlier day if the doctor has another appointment then.
      await expect
        .poll(() =>
          moveTo(new Date(start.getTime() - days * DAY)).then(
            () => true,
            () => {
              days += 1;
              return false;
            },
          ),
        )
        .toBe(true);
      const moved = ['appointmentStart', 'createdAt', 'sentAt', 'deliveredAt'].map(
        (name) => `"${name}" = "${name}" - $2 * interval '1 day'`,
      );
      await runAs(DATABASE, `update employee_messages set ${moved.join(', ')} where "checkId" = $1`, [id, days]);
    },
    /** The doctor reports the result. @returns the times of the examination */
    async report(checkOccurence: 'Yes' | 'YesSecondCheck' | 'NoShow', findings: object = {}) {
      const now = new Date().toISOString();
      const times = { examinedFrom: now, examinedTo: now };
      await go('doctor', 'recordResult', 'ResultInput', {
        ...FINDINGS,
        ...times,
        checkOccurence,
        timesReason: 'Agreed on the telephone.',
        independenceDeclared: true,
        findingsHandedOver: checkOccurence !== 'NoShow',
        archiveComment: '',
        medicalNote: '',
        ...findings,
      });
      await step(people.doctor, change('sendResult'), await seen());
      await releaseIfHeld(planner, id);
      return times;
    },
    /** A planner reports the result for the doctor. */
    reportByPhone: async () => reportExamination(planner, await seen()),
    /** The employee uses the link of the text message. */
    async say(what: 'report' | 'disagree', body: object): Promise<void> {
      await post(`${EMPLOYEE_PAGE_PATH}/${(await linksInTexts(1))[0]}/${what}`, body);
    },
    /** Waits until text messages to the employee were sent, so that later ones do not replace them. */
    textsSent: (texts: number) =>
      expect
        .poll(async () => {
          const rows = await runAs<{ state: string }>(DATABASE, 'select state from text_messages where recipient = $1', [phoneNumber]);
          return rows.filter(({ state }) => state === 'sent' || state === 'delivered').length;
        })
        .toBe(texts),
    answer: async (who: 'employer' | 'planner', comment: string) =>
      step(people[who], change('resolveProblem', ', $comment: String!', ', comment: $comment'), { ...(await seen()), comment }),
    notDone: (nonOperableReason: string) => go('planner', 'markNonOperable', 'NonOperableInput', { nonOperableReason, archiveComment: '' }),
    cancel: () => go('employer', 'cancelCheck', 'CancelInput', { reason: 'Asked for on the telephone.' }),
    withdrawExcuse: async (excuseWithdrawal: string) =>
      step(people.employer, change('withdrawExcuse', ', $why: ExcuseWithdrawal!', ', excuseWithdrawal: $why'), {
        ...(await seen()),
        why: excuseWithdrawal,
      }),
    /** The employer orders a second check of the same incapacity. @returns the id of the first check */
    async orderAgain(): Promise<string> {
      const first = id;
      const { employeeId } = await read<{ employeeId: string }>('employeeId');
      await order(employeeId, { parentCheckId: first });
      return first;
    },
  };
}
