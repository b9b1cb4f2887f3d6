import { type EmployeeNews, employeeNews } from '@checkwell/domain/check/employee-news';
import type { Clock } from '@checkwell/domain/clock';
import { type Actor, reachOf } from '@checkwell/domain/policy';
import type { MessageLanguage } from '@checkwell/messages';
import type { Database, WriteTx } from '../../../platform/db/database.ts';
import { lockRow } from '../../../platform/db/locked.ts';
import { newId } from '../../../platform/ids.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import type { Sms } from '../../../platform/sms/sms.ts';
import type { CheckRecord } from '../checks.repository.ts';
import type { EmployeeLinks } from '../employee-page/employee-page.links.ts';
import { type EmployeeTeller, getVisible, tellScreens } from '../steps/checks.steps.ts';
import * as repository from './checks.employee.repository.ts';
import { EMPLOYEE_SMS } from './checks.employee.sms.ts';

/** Tells employees of their appointments, by text message. */
export interface EmployeeMessages extends EmployeeTeller {
  /** What was told last about checks that the actor sees, by id; nothing for a doctor. */
  employeeNotices(actor: Actor, checks: readonly repository.CheckKey[]): Promise<ReadonlyMap<string, repository.EmployeeNotice>>;
}

const TOPIC = 'employeeMessage';
const TELLING: Actor = { kind: 'system', name: 'message to the employee' };

interface Message {
  readonly companyId: string;
  readonly checkId: string;
  readonly news: EmployeeNews;
  /** Instant as text. */
  readonly appointmentStart: string;
}

export interface EmployeeMessagesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly sms: Pick<Sms, 'enqueue'>;
  readonly employeeLinks: Pick<EmployeeLinks, 'employeeLink'>;
  /** Where the product is reached, without a slash at the end. */
  readonly publicUrl: string;
}

export function createEmployeeMessages({ db, clock, outbox, sms, employeeLinks, publicUrl }: EmployeeMessagesDeps): EmployeeMessages {
  /** @returns the text message; null: no number can receive one */
  async function send(tx: WriteTx, check: CheckRecord, { news, appointmentStart }: Message): Promise<string | null> {
    const { companyId, companyName, checkLocation, doctorId } = check;
    const address = doctorId === null ? '' : await repository.findPracticeAddress(tx, doctorId);
    const link = publicUrl + (await employeeLinks.employeeLink(tx, check));
    for (const to of [check.phoneNumber, check.workerPhoneNumber]) {
      const id = await sms.enqueue(tx, {
        companyId,
        to,
        language: check.workerLanguage.toLowerCase() as MessageLanguage,
        template: EMPLOYEE_SMS,
        params: { news, companyName, checkLocation, appointmentStart, address, link },
        validUntil: new Date(appointmentStart),
      });
      if (id !== null) return id;
    }
    return null;
  }

  outbox.handle(TOPIC, {
    async deliver(tx, { payload }) {
      const message = payload as Message;
      const { companyId, checkId, appointmentStart } = message;
      if (!(await lockRow(tx, 'checks', { companyId, id: checkId }))) return;
      const check = await getVisible(tx, TELLING, checkId);
      const last = (await repository.findEmployeeNotices(tx, [check])).get(checkId);
      const wasTold = last !== undefined && last.state !== null && last.news !== 'Cancelled';
      const stands = check.status === 'WaitingForCheck' && check.appointmentStart?.toISOString() === appointmentStart;
      // Whatever happened meanwhile has a message of its own; nobody is told the end of what they never heard of.
      if (message.news === 'Cancelled' ? !wasTold : !stands) return;
      const news = message.news === 'Moved' && !wasTold ? 'Invited' : message.news;
      const textMessageId = await send(tx, check, { ...message, news });
      await repository.insertEmployeeMessage(tx, {
        companyId,
        id: newId(),
        checkId,
        news,
        appointmentStart: new Date(appointmentStart),
        createdAt: clock.now(),
        textMessageId,
      });
      await tellScreens(tx, check, null);
    },
  });

  return {
    async tellEmployee(tx, action, before, after) {
      const told = employeeNews(action, before, after, clock.now());
      if (told === null) return;
      const { companyId, id } = after;
      const payload: Message = { companyId, checkId: id, news: told.news, appointmentStart: told.appointmentStart.toISOString() };
      await outbox.put(tx, { topic: TOPIC, companyId, payload });
    },

    async employeeNotices(actor, checks) {
      const { kind } = reachOf(actor, 'check.read');
      if ((kind !== 'companies' && kind !== 'any') || checks.length === 0) return new Map();
      return db.system('messages to employees', (tx) => repository.findEmployeeNotices(tx, checks));
    },
  };
}
