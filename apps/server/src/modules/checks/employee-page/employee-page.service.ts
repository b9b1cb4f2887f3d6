import type { Deadline } from '@checkwell/domain/check/deadlines/deadlines';
import { isAnnounced } from '@checkwell/domain/check/times/announcement';
import type { Clock } from '@checkwell/domain/clock';
import { employeeAddressRule } from '@checkwell/domain/employee-page/address';
import { sentPeriodRule } from '@checkwell/domain/employee-page/certificate';
import {
  EMPLOYEE_REPORTS,
  type EmployeePage,
  employeeConfirmRule,
  employeeMoveRule,
  employeeReportRule,
  lastLinkDay,
} from '@checkwell/domain/employee-page/contract';
import { travelClaimRule } from '@checkwell/domain/employee-page/travel-claim-rule';
import { AppError } from '@checkwell/domain/errors';
import { fullSellerName, type Seller } from '@checkwell/domain/invoice/seller';
import type { Actor } from '@checkwell/domain/policy';
import { ROLES } from '@checkwell/domain/roles';
import type { Crypto } from '../../../platform/crypto/crypto.ts';
import type { Database, ReadTx, WriteTx } from '../../../platform/db/database.ts';
import type { Throttle } from '../../../platform/identity/throttle.ts';
import { parseInput } from '../../../platform/input.ts';
import type { DocumentService, Upload } from '../../documents/documents.service.ts';
import type { PlanningService } from '../../planning/planning.service.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { findPracticeAddress } from '../messages/checks-employee.repository.ts';
import { appointmentStep } from '../steps/checks-planning.ts';
import { type ApplyTransition, getVisible } from '../steps/checks-steps.ts';
import { findSaidAt } from './employee-address.repository.ts';
import { writeSaidAddress } from './employee-address.service.ts';
import * as repository from './employee-page.repository.ts';
import { type Appointment, appointmentOf, deadlineOf, findingsOf, keyOf, readerOf, stateOf } from './employee-page.view.ts';
import type { EmployeeLinks } from './employee-page-links.ts';
import { type Move, moveOf } from './employee-page-move.ts';
import { writeOpening } from './employee-page-openings.ts';
import type { PageNotices } from './page-notices.jobs.ts';
import { readSent, refuseSending, writeSentCertificate } from './sent-certificates.service.ts';
import { readTravel, refuseReceipt, writeReceipt, writeTravelClaim } from './travel-claims.service.ts';

/** What employees read and say by the link of a message, without an account (docs/decisions/0066). */
export interface EmployeePageService {
  /** Changes nothing. @throws {AppError} `entity.notFound`, the same for every link that opens nothing; `auth.tooManyAttempts` */
  getEmployeePage(token: string, caller: Caller): Promise<EmployeePage>;
  /** The employee comes. Idempotent. @throws {AppError} `check.actionNotAllowed`; as `getEmployeePage` */
  confirmAppointment(token: string, input: unknown, caller: Caller): Promise<EmployeePage>;
  /**
   * The employee has the page on the screen: the first time of the appointment that it shows is kept (docs/decisions/0106). Later ones, and of another
   * appointment, change nothing. @throws {AppError} as `getEmployeePage`
   */
  recordOpening(token: string, input: unknown, caller: Caller): Promise<void>;
  /** The employee is in hospital, abroad or back at work. Idempotent. @throws {AppError} as `confirmAppointment` */
  reportByEmployee(token: string, input: unknown, caller: Caller): Promise<EmployeePage>;
  /**
   * Another time of the same doctor, once. The employee comes to it: no confirmation is needed.
   * @throws {AppError} `check.doctorBusy`: it is not free any more; `check.actionNotAllowed`; as `getEmployeePage`
   */
  moveAppointment(token: string, input: unknown, caller: Caller): Promise<EmployeePage>;
  /**
   * The employee does not agree with the findings (domain.md 4.3): HR and the doctor are told, and the terms of arbitration follow. Until the link ends:
   * when it is too late for an arbitrating doctor, a court can still decide. A second press, or what the doctor has noted already, changes nothing.
   * @throws {AppError} `check.actionNotAllowed`: there are no findings; as `getEmployeePage`
   */
  disagree(token: string, caller: Caller): Promise<EmployeePage>;
  /**
   * Where the employee stays, and how to find the door: for planners and the doctor. The mission stays what it is. Idempotent.
   * @throws {AppError} `check.actionNotAllowed`: the check is over; an error at `address`; as `getEmployeePage`
   */
  sayAddress(token: string, input: unknown, caller: Caller): Promise<EmployeePage>;
  /**
   * A certificate for the employer's HR, which looks at it. The same file again is the same certificate.
   * @param period the days that are on it; parsed here
   * @throws {AppError} `check.actionNotAllowed`: none is taken of this check, or no more; the `document.…` refusals; as `getEmployeePage`
   */
  sendCertificate(token: string, period: unknown, file: Omit<Upload, 'companyId'>, caller: Caller): Promise<EmployeePage>;
  /**
   * The check of a link, for a file that leaves.
   * @param note logs that it does, in the transaction that checks the link
   * @throws {AppError} as `getEmployeePage`
   */
  openByLink(token: string, caller: Caller, note: (tx: WriteTx, check: CheckRecord) => Promise<void>): Promise<CheckRecord>;
  /**
   * What the employee asks back for the way to the practice, or corrects as long as nobody has decided. The same once more changes nothing.
   * @throws {AppError} `check.actionNotAllowed`: nothing is to be claimed, or it is decided; `entity.changedMeanwhile`: it was corrected elsewhere;
   *   an error at a field; as `getEmployeePage`
   */
  claimTravel(token: string, input: unknown, caller: Caller): Promise<EmployeePage>;
  /**
   * The receipt of a claim that waits, in place of the one before it. The same file again is the same receipt.
   * @throws {AppError} `check.actionNotAllowed`: no claim waits; the `document.…` refusals; as `getEmployeePage`
   */
  sendReceipt(token: string, file: Omit<Upload, 'companyId'>, caller: Caller): Promise<EmployeePage>;
}

interface Caller {
  readonly ip: string;
}

export interface EmployeePageDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly planning: Pick<PlanningService, 'lockDoctor' | 'findDoctor' | 'freeSlotsOf'>;
  readonly employeeLinks: EmployeeLinks;
  readonly seller: Seller;
  readonly throttle: Pick<Throttle, 'wrongLink' | 'employeeUpload'>;
  readonly documents: Pick<DocumentService, 'receive' | 'removeFile'>;
  readonly pageNotices: PageNotices;
  readonly take: ApplyTransition;
  /** The deadlines of law that the employee reads (modules/deadlines). */
  readonly deadlines: { findForEmployee(check: CheckRecord): Promise<readonly Deadline[]> };
}

/** The product applies the transition for the holder of the link. */
const EMPLOYEE: Actor = { kind: 'system', name: 'employee' };
/** How often a step is tried again when the check changed meanwhile and the appointment is still valid. */
const TRIES = 3;

export function createEmployeePageService({
  db,
  clock,
  crypto,
  planning,
  employeeLinks,
  seller,
  throttle,
  documents,
  pageNotices,
  take,
  deadlines,
}: EmployeePageDeps): EmployeePageService {
  /** Works on the check of a link that opens something, in the transaction that checks the link. */
  async function open<T>(token: string, { ip }: Caller, work: (tx: WriteTx, check: CheckRecord) => Promise<T> | T): Promise<T> {
    const hash = employeeLinks.hashOf(token);
    const found =
      hash &&
      (await db.system('employee', async (tx) => {
        const check = await find(tx, hash);
        return check && { answer: await work(tx, check) };
      }));
    if (found) return found.answer;
    await throttle.wrongLink(ip);
    throw new AppError('entity.notFound');
  }

  async function find(tx: ReadTx, hash: Buffer): Promise<CheckRecord | undefined> {
    const link = await repository.findLink(tx, hash);
    if (!link) return undefined;
    const check = await getVisible(tx, EMPLOYEE, link.checkId);
    const lastDay = lastLinkDay(check.archivedAt, check.archivedAt && (await repository.findLastLinkStep(tx, check)));
    const hasEnded = lastDay !== null && clock.today() > lastDay;
    return hasEnded || !employeeLinks.isCurrent(link, check) ? undefined : check;
  }

  const findMove = async (tx: ReadTx, check: CheckRecord, { start, doctorId }: Appointment): Promise<Move> =>
    moveOf(tx, planning, { ...check, appointmentStart: start }, await planning.findDoctor(tx, doctorId), clock.now());

  async function show(tx: ReadTx, check: CheckRecord): Promise<Omit<EmployeePage, 'deadlines'>> {
    const state = stateOf(check, clock.now());
    const appointment = appointmentOf(check);
    const confirmedAt = appointment && (await repository.findConfirmation(tx, keyOf(check, appointment)));
    const move = appointment && appointment.start > clock.now() ? await findMove(tx, check, appointment) : null;
    const readers = await repository.findReaders(tx, check.companyId, check.id);
    const seen = readers.flatMap(({ day, role }) => {
      const known = ROLES.find((candidate) => candidate === role);
      const reader = known ? readerOf(known) : null;
      // The employee must not see that a doctor has looked: it would announce a home visit.
      const isHidden = reader === 'doctor' && state !== 'Examined' && state !== 'NotExamined' && !isAnnounced(check.checkLocation);
      return reader === null || isHidden ? [] : [{ day, reader }];
    });
    return {
      state,
      language: check.workerLanguage,
      companyName: check.companyName,
      provider: {
        name: fullSellerName(seller, check.workerLanguage === 'NL' ? 'nl' : check.workerLanguage === 'EN' ? 'en' : 'fr'),
        address: seller.address,
        phoneNumber: seller.phoneNumber,
        email: seller.email,
      },
      appointment: appointment && {
        start: appointment.start.toISOString(),
        end: appointment.end.toISOString(),
        checkLocation: check.checkLocation,
        doctorFullName: check.doctorFullName,
        address: check.checkLocation === 'Office' ? await findPracticeAddress(tx, appointment.doctorId) : '',
      },
      confirmedAt: confirmedAt?.toISOString() ?? null,
      addressSaidAt: (await findSaidAt(tx, check))?.toISOString() ?? null,
      certificates: await readSent(tx, check),
      travel: await readTravel(tx, check),
      move: move && { state: move.state, slots: move.slots.map((slot) => slot.toISOString()) },
      reported: check.status === 'ModificationProblem' ? (EMPLOYEE_REPORTS.find((report) => report === check.problemReason) ?? null) : null,
      findings:
        state === 'Examined'
          ? findingsOf(check, await repository.findLastCorrection(tx, check), await repository.findDisagreement(tx, check), clock.today())
          : null,
      excuse: check.noShowExcuse && check.noShowExcusedOn ? { reason: check.noShowExcuse, on: check.noShowExcusedOn } : null,
      readers: [...new Map(seen.map((line) => [`${line.day} ${line.reader}`, line])).values()],
    };
  }

  async function shown(token: string, caller: Caller): Promise<EmployeePage> {
    const { check, page } = await open(token, caller, async (tx, found) => ({ check: found, page: await show(tx, found) }));
    return { ...page, deadlines: (await deadlines.findForEmployee(check)).map(deadlineOf) };
  }

  /**
   * Does it again as long as only other people's changes came between. The link is checked each time: the number that it was sent to may have
   * been corrected meanwhile.
   */
  async function persist(token: string, caller: Caller, step: (check: CheckRecord) => Promise<unknown>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const check = await open(token, caller, (_, found) => found);
      try {
        await step(check);
        return;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'entity.changedMeanwhile' || attempt === TRIES) throw error;
      }
    }
  }

  return {
    async getEmployeePage(token, caller) {
      return shown(token, caller);
    },

    openByLink: (token, caller, note) =>
      open(token, caller, async (tx, check) => {
        await note(tx, check);
        return check;
      }),

    async confirmAppointment(token, input, caller) {
      await open(token, caller, () => undefined);
      const { appointmentStart } = parseInput(employeeConfirmRule, input);
      await persist(token, caller, async (seen) => {
        const known = appointmentOf(seen);
        if (known && (await db.system('employee', (tx) => repository.findConfirmation(tx, keyOf(seen, known))))) return;
        await take(EMPLOYEE, seen.id, seen.version, 'employeeConfirm', (check, tx, now) => {
          const appointment = appointmentOf(check);
          const stands = appointment !== null && appointment.start.getTime() === new Date(appointmentStart).getTime();
          if (!stands || appointment.start <= now) throw new AppError('check.actionNotAllowed');
          return {
            details: { appointmentStart: appointment.start.toISOString() },
            also: () => repository.insertConfirmation(tx, { ...keyOf(check, appointment), confirmedAt: now }),
          };
        });
      });
      return shown(token, caller);
    },

    async recordOpening(token, input, caller) {
      await open(token, caller, () => undefined);
      const { appointmentStart } = parseInput(employeeConfirmRule, input);
      await open(token, caller, (tx, check) => writeOpening(tx, check, new Date(appointmentStart), clock.now()));
    },

    async reportByEmployee(token, input, caller) {
      await open(token, caller, () => undefined);
      const { report } = parseInput(employeeReportRule, input);
      await persist(token, caller, async (seen) => {
        if (seen.status === 'ModificationProblem' && seen.problemReason === report) return;
        await take(EMPLOYEE, seen.id, seen.version, 'employeeReport', (check) => {
          // Nobody may learn that a home visit is planned, not even from another error code.
          if (appointmentOf(check) === null) throw new AppError('check.actionNotAllowed');
          // Our planners settle it with the employer: nothing is charged before they have looked.
          const problem = { problemReason: report, problemOwner: 'provider' } as const;
          return { changes: { ...problem, problemComment: '' }, details: problem };
        });
      });
      return shown(token, caller);
    },

    async moveAppointment(token, input, caller) {
      await open(token, caller, () => undefined);
      const wish = parseInput(employeeMoveRule, input);
      const [from, to] = [new Date(wish.appointmentStart), new Date(wish.newStart)];
      await persist(token, caller, async (seen) => {
        // A second press: it is where the employee wants it.
        const known = appointmentOf(seen);
        if (known?.start.getTime() === to.getTime() && (await db.system('employee', (tx) => repository.hasMoved(tx, seen)))) return;
        let doctor: Awaited<ReturnType<typeof planning.lockDoctor>>;
        const lockDoctor = async (tx: WriteTx) => {
          if (seen.doctorId !== null) doctor = await planning.lockDoctor(tx, seen.doctorId);
        };
        await take(
          EMPLOYEE,
          seen.id,
          seen.version,
          'employeeMove',
          async (check, tx, now) => {
            const appointment = appointmentOf(check);
            if (appointment === null || appointment.start.getTime() !== from.getTime()) throw new AppError('check.actionNotAllowed');
            const { state, slots } = await moveOf(tx, planning, { ...check, appointmentStart: appointment.start }, doctor, now);
            if (state === 'Moved' || state === 'Late') throw new AppError('check.actionNotAllowed');
            if (!slots.some((slot) => slot.getTime() === to.getTime())) throw new AppError('check.doctorBusy');
            const appointmentMinutes = (appointment.end.getTime() - appointment.start.getTime()) / 60_000;
            const step = await appointmentStep(tx, { doctor, check, appointmentStart: to, appointmentMinutes, now });
            return {
              ...step,
              also: async () => {
                await repository.insertMove(tx, {
                  companyId: check.companyId,
                  checkId: seen.id,
                  fromStart: from,
                  toStart: to,
                  movedAt: now,
                });
                await repository.insertConfirmation(tx, { ...keyOf(check, { ...appointment, start: to }), confirmedAt: now });
              },
            };
          },
          lockDoctor,
        );
      });
      return shown(token, caller);
    },

    async disagree(token, caller) {
      await persist(token, caller, async (seen) => {
        if (seen.status === 'Archived' && seen.workerDisagreement) return;
        await take(EMPLOYEE, seen.id, seen.version, 'employeeDisagree', () => ({ changes: { workerDisagreement: true } }));
      });
      return shown(token, caller);
    },

    async sayAddress(token, input, caller) {
      await open(token, caller, () => undefined);
      const said = parseInput(employeeAddressRule, input);
      await open(token, caller, (tx, check) => writeSaidAddress(tx, EMPLOYEE, check, said, { clock, crypto }));
      return shown(token, caller);
    },

    async sendCertificate(token, input, file, caller) {
      const { id, companyId } = await open(token, caller, (_, check) => {
        refuseSending(check);
        return check;
      });
      const period = parseInput(sentPeriodRule, input);
      // Before a byte is read: a file that is refused costs its sender an attempt too.
      await throttle.employeeUpload(id);
      await documents.receive('sent', { ...file, companyId }, (received) =>
        open(token, caller, (tx, check) =>
          writeSentCertificate(tx, EMPLOYEE, check, period, received, { clock, notice: pageNotices.sentCertificate }),
        ),
      );
      return shown(token, caller);
    },

    async claimTravel(token, input, caller) {
      await open(token, caller, () => undefined);
      const claim = parseInput(travelClaimRule, input);
      await open(token, caller, (tx, check) =>
        writeTravelClaim(tx, EMPLOYEE, check, claim, { clock, crypto, notice: pageNotices.travelClaim }),
      );
      return shown(token, caller);
    },

    async sendReceipt(token, file, caller) {
      const { id, companyId } = await open(token, caller, async (tx, check) => {
        await refuseReceipt(tx, check);
        return check;
      });
      // Before a byte is read: a file that is refused costs its sender an attempt too.
      await throttle.employeeUpload(id);
      const replaced = await documents.receive('receipt', { ...file, companyId }, (received) =>
        open(token, caller, (tx, check) => writeReceipt(tx, EMPLOYEE, check, received)),
      );
      if (replaced !== undefined) await documents.removeFile(replaced);
      return shown(token, caller);
    },
  };
}
