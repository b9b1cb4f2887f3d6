import { doctorPay } from '@checkwell/domain/check/price/price';
import { momentError } from '@checkwell/domain/check/rules';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { addressParts } from '@checkwell/domain/invoice/invoice';
import type { OfferView } from '@checkwell/domain/offers/contract';
import { offerAnswerRule } from '@checkwell/domain/offers/rules';
import { offerStateAt } from '@checkwell/domain/offers/states';
import { wakingMinutes } from '@checkwell/domain/offers/waves';
import { languageOfDoctor } from '@checkwell/domain/people/doctor';
import { isAbsent } from '@checkwell/domain/planning/exceptions';
import type { Actor } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import type { Database, ReadTx, WriteTx } from '../../../platform/db/database.ts';
import { lockRow, updateRow } from '../../../platform/db/locked.ts';
import type { Throttle } from '../../../platform/identity/throttle.ts';
import { parseInput } from '../../../platform/input.ts';
import type { RowLinks } from '../../../platform/row-links.ts';
import type { PlanningService } from '../../planning/planning.service.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { findDoctorReader } from '../messages/checks-notices.repository.ts';
import { appointmentStep } from '../steps/checks-planning.ts';
import { type ApplyTransition, getVisible, notifyScreens } from '../steps/checks-steps.ts';
import * as repository from './offers.repository.ts';

/** What doctors do with the links of their offers (docs/decisions/0059). */
export interface OfferAnswers {
  /** Changes nothing. @throws {AppError} `entity.notFound`, the same for every wrong link; `auth.tooManyAttempts` */
  getOffer(token: string, caller: Caller): Promise<OfferView>;
  /**
   * The first yes makes the appointment.
   * @throws {AppError} `offer.closed`: answered, withdrawn or run out; `check.doctorBusy`, `check.momentNotAllowed`,
   *   `check.doctorNotSuitable`; as `getOffer`
   */
  answerOffer(token: string, input: unknown, caller: Caller): Promise<OfferView>;
}

interface Caller {
  readonly ip: string;
}

export interface OfferAnswersDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: RowLinks;
  readonly throttle: Pick<Throttle, 'wrongLink'>;
  readonly take: ApplyTransition;
  readonly planning: Pick<PlanningService, 'lockDoctor'>;
  /** No yes will come of this offer: the next doctors of its search may be due. The caller holds the lock on the check. */
  readonly answered: (tx: WriteTx, offer: repository.OfferRow, check: CheckRecord) => Promise<void>;
}

/** The product applies the transition: the check is nobody's mission yet, and the holder of the link may answer. */
const ANSWERING: Actor = { kind: 'system', name: 'offer' };
/** How often a yes is tried again when the check changed meanwhile and the offer is still valid. */
const TRIES = 3;

export function createOfferAnswers({ db, clock, links, throttle, take, planning, answered }: OfferAnswersDeps): OfferAnswers {
  async function open(token: string, { ip }: Caller): Promise<repository.OfferRow> {
    const hash = links.hashOf(token);
    const offer = hash && (await db.system('offer', (tx) => repository.findByToken(tx, hash)));
    if (offer) return offer;
    await throttle.wrongLink(ip);
    throw new AppError('entity.notFound');
  }

  async function show(tx: ReadTx, offer: repository.OfferRow): Promise<OfferView> {
    const check = await getVisible(tx, ANSWERING, offer.checkId);
    const reader = await findDoctorReader(tx, offer.doctorId);
    const doctorFullName = await repository.findDoctorName(tx, offer.doctorId);
    const { postcode, town } = addressParts(check.workerAddress);
    const isTheirs = offer.state === 'Accepted' && check.doctorId === offer.doctorId;
    return {
      state: offerStateAt(offer, clock.now()),
      doctorFullName,
      language: reader?.language ?? languageOfDoctor(reader?.languages ?? []),
      appointmentStart: offer.appointmentStart.toISOString(),
      appointmentEnd: offer.appointmentEnd.toISOString(),
      answerableUntil: offer.answerableUntil.toISOString(),
      checkLocation: check.checkLocation,
      workerLanguage: check.workerLanguage,
      place: check.checkLocation === 'House' ? `${postcode} ${town}`.trim() : '',
      ...tripOfDoctor(check, offer),
      fee: offer.fee,
      proposedStart: offer.proposedStart?.toISOString() ?? null,
      checkId: isTheirs ? check.id : null,
      hasAccount: reader?.hasAccount ?? false,
    };
  }

  /** The offer, locked after its check, if it can still be answered. @throws {AppError} `offer.closed` */
  async function lockOpen(tx: WriteTx, { companyId, id }: repository.OfferRow, now: Date) {
    const held = await repository.lockOffer(tx, companyId, id);
    if (!held || offerStateAt(held, now) !== 'Open') throw new AppError('offer.closed');
    return held;
  }

  async function accept(offer: repository.OfferRow): Promise<void> {
    const { companyId, doctorId, checkId, appointmentStart, appointmentEnd } = offer;
    const appointmentMinutes = Math.round((appointmentEnd.getTime() - appointmentStart.getTime()) / 60_000);
    for (let attempt = 1; ; attempt += 1) {
      const version = await db.system('offer', async (tx) => {
        const row = await repository.findCheckState(tx, companyId, checkId);
        if (row?.status !== 'Planning') throw new AppError('offer.closed');
        return row.version;
      });
      let doctor: Awaited<ReturnType<PlanningService['lockDoctor']>>;
      try {
        await take(
          ANSWERING,
          checkId,
          version,
          'acceptOffer',
          async (check, tx, now) => {
            const held = await lockOpen(tx, offer, now);
            // Said meanwhile: the offer is about to be withdrawn.
            if (doctor && isAbsent(doctor, appointmentStart, appointmentEnd)) throw new AppError('offer.closed');
            const step = await appointmentStep(tx, { doctor, check, appointmentStart, appointmentMinutes, now });
            await updateRow(tx, held, { state: 'Accepted', answeredAt: now });
            return { ...step, changes: { ...step.changes, doctorReactivity: Math.round(wakingMinutes(held.sentAt, now)) } };
          },
          async (tx) => {
            doctor = await planning.lockDoctor(tx, doctorId);
          },
        );
        return;
      } catch (error) {
        // Somebody else's step came between: the next look says whether the offer is still valid.
        if (!(error instanceof AppError) || error.code !== 'entity.changedMeanwhile' || attempt === TRIES) throw error;
      }
    }
  }

  /** A no, or another moment: the check stays in planning. */
  async function refuse(
    offer: repository.OfferRow,
    changes: Parameters<typeof updateRow<'offers'>>[2],
    proposed: Date | null,
  ): Promise<void> {
    await db.system('offer', async (tx) => {
      const { companyId, checkId } = offer;
      if (!(await lockRow(tx, 'checks', { companyId, id: checkId }))) throw new AppError('offer.closed');
      const check = await getVisible(tx, ANSWERING, checkId);
      const now = clock.now();
      const held = await lockOpen(tx, offer, now);
      if (proposed !== null) {
        const minutes = (held.appointmentEnd.getTime() - held.appointmentStart.getTime()) / 60_000;
        const fieldError = momentError(proposed, minutes, check, now);
        if (fieldError !== null) throw new AppError('check.momentNotAllowed', {}, { issues: [fieldIssue('appointmentStart', fieldError)] });
      }
      await updateRow(tx, held, { ...changes, answeredAt: now });
      await answered(tx, held, check);
      await notifyScreens(tx, check, null);
    });
  }

  return {
    async getOffer(token, caller) {
      const offer = await open(token, caller);
      return db.system('offer', (tx) => show(tx, offer));
    },

    async answerOffer(token, input, caller) {
      const offer = await open(token, caller);
      const answer = parseInput(offerAnswerRule, input);
      if (answer.answer === 'Accept') await accept(offer);
      else if (answer.answer === 'Decline')
        await refuse(offer, { state: 'Declined', declineReason: answer.reason, comment: answer.comment }, null);
      else {
        const { appointmentStart, comment } = answer;
        await refuse(offer, { state: 'Proposed', proposedStart: appointmentStart, comment }, appointmentStart);
      }
      return db.system('offer', async (tx) => show(tx, (await repository.findOffer(tx, offer.companyId, offer.id)) ?? offer));
    },
  };
}

/** What the doctor travels: to a home. To an office the employee does, and the same estimate is of their way. */
export const tripOfDoctor = (
  { checkLocation }: Pick<CheckRecord, 'checkLocation'>,
  { distanceKm, travelMinutes }: Pick<repository.OfferRow, 'distanceKm' | 'travelMinutes'>,
): Pick<OfferView, 'distanceKm' | 'travelMinutes'> =>
  checkLocation === 'House' ? { distanceKm, travelMinutes } : { distanceKm: null, travelMinutes: null };

/** What a doctor is offered for a mission at this distance, cents. */
export const offeredFee = (check: Parameters<typeof doctorPay>[0]): number => doctorPay(check).doctorTotalPrice;
