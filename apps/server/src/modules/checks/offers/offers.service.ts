import { refusalOf } from '@checkwell/domain/check/lifecycle';
import { doctorSearchRule, momentError, scheduleRule } from '@checkwell/domain/check/rules';
import { doctorExclusion, tripOf } from '@checkwell/domain/check/times/appointment';
import { dayOf } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { offerPath } from '@checkwell/domain/offers/contract';
import { type OfferState, offerStateAt, type SearchState } from '@checkwell/domain/offers/states';
import { waveEnds } from '@checkwell/domain/offers/waves';
import { isAbsent } from '@checkwell/domain/planning/exceptions';
import { type Actor, reachOf } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import type { RecordKey } from '../../../platform/db/fragments.ts';
import { lockRow, updateRow } from '../../../platform/db/locked.ts';
import { fieldErrorAt, profileIdOf, reachable } from '../../../platform/guard.ts';
import { newId } from '../../../platform/ids.ts';
import { parseInput } from '../../../platform/input.ts';
import { ABSENT_TOPIC, type AbsentEffect } from '../../doctors/doctors.service.ts';
import type { PlanningService } from '../../planning/planning.service.ts';
import { getVisible, lockVersion, notifyScreens } from '../steps/checks-steps.ts';
import { handleOfferMessages, type OfferMessageDeps } from './offers.jobs.ts';
import * as repository from './offers.repository.ts';
import { createSearchAlarm, type SearchAlarmDeps } from './offers-alarm.ts';
import { createOfferAnswers, type OfferAnswers, type OfferAnswersDeps } from './offers-answers.ts';

export { MAX_OFFERS } from './offers.repository.ts';

import { continueSearch, makeOffers, type SearchDeps, WAVE_TOPIC, type WaveEffect } from './offers-search.ts';

/** An offer as planners see it. */
export interface PlannersOffer extends Omit<repository.AskedOffer, 'state' | 'tokenHash'> {
  readonly state: OfferState;
}

/** The doctors to whom a check was offered, and the state of the search. */
export interface CheckOffers {
  /** State of the last search; null: there was none. */
  readonly searchState: SearchState | null;
  readonly nextWaveAt: Date | null;
  /** The latest first, at most `MAX_OFFERS`. */
  readonly offers: readonly PlannersOffer[];
}

/** An offer as the doctor who is signed in sees it; the page of `path` says the rest and takes the answer. */
export interface DoctorsOffer extends Pick<repository.OfferRow, 'id' | 'appointmentStart' | 'appointmentEnd' | 'answerableUntil' | 'fee'> {
  readonly path: string;
}

/** Asking doctors, and their answers (docs/decisions/0058 and 0059). */
export interface OfferService extends OfferAnswers {
  /** The state of the last search of each check, by id; those without one are left out. For planners; for others nothing. */
  searchStates(actor: Actor, checks: readonly RecordKey[]): Promise<ReadonlyMap<string, SearchState>>;
  /** All offers of a check, for planners. @throws {AppError} `entity.notFound`, `access.forbidden` */
  offersOf(actor: Actor, checkId: string): Promise<CheckOffers>;
  /**
   * Asks one doctor about one moment; an earlier question to the same doctor about this check is withdrawn.
   * @param input as of an appointment (`scheduleRule`)
   * @throws {AppError} `check.momentNotAllowed`, `check.doctorNotSuitable`, also of a doctor who is absent then; `check.actionNotAllowed`,
   *   `entity.changedMeanwhile`
   */
  askDoctor(actor: Actor, checkId: string, version: number, input: unknown): Promise<CheckOffers>;
  /** Asks doctors in waves until one accepts. @param input `doctorSearchRule` @throws {AppError} as `askDoctor` */
  startSearch(actor: Actor, checkId: string, version: number, input: unknown): Promise<CheckOffers>;
  /** Asks nobody else; who was asked can still accept. */
  stopSearch(actor: Actor, checkId: string): Promise<CheckOffers>;
  /** What the doctor who is signed in can still accept, the next to run out first. */
  openOffers(actor: Actor): Promise<readonly DoctorsOffer[]>;
}

export type OfferServiceDeps = Omit<OfferAnswersDeps, 'answered' | 'planning'> &
  Omit<SearchDeps, 'alarm'> &
  OfferMessageDeps &
  SearchAlarmDeps & { readonly planning: Pick<PlanningService, 'rankedOn' | 'moments' | 'lockDoctor'> };

export function createOfferService(deps: OfferServiceDeps): OfferService {
  const { db, clock, outbox, links, planning } = deps;
  const alarm = createSearchAlarm(deps);

  const enqueueWave = async (tx: Parameters<typeof outbox.put>[0], companyId: string, searchId: string): Promise<void> => {
    const payload: WaveEffect = { companyId, searchId };
    await outbox.put(tx, { topic: WAVE_TOPIC, companyId, payload });
  };

  const answered: OfferAnswersDeps['answered'] = async (tx, { companyId, searchId }, check) => {
    if (searchId === null) await alarm.answeredAlone(tx, check);
    else await enqueueWave(tx, companyId, searchId);
  };

  outbox.handle(WAVE_TOPIC, { deliver: (tx, { payload }) => continueSearch(tx, { ...deps, alarm }, payload as WaveEffect) });

  handleOfferMessages(deps);

  outbox.handle(ABSENT_TOPIC, {
    async deliver(tx, { payload }) {
      const { doctorId, startsAt, endsAt } = payload as AbsentEffect;
      const time = { from: new Date(startsAt), to: new Date(endsAt) };
      for (const { companyId, checkId, id } of await repository.findOpenIn(tx, doctorId, time, clock.now())) {
        if (!(await lockRow(tx, 'checks', { companyId, id: checkId }))) continue;
        const held = await repository.lockOffer(tx, companyId, id);
        // The planners have already been told of an offer that nobody answered in time.
        if (!held || offerStateAt(held, clock.now()) !== 'Open') continue;
        await updateRow(tx, held, { state: 'Withdrawn' });
        const check = await getVisible(tx, { kind: 'system', name: 'offer' }, checkId);
        await answered(tx, held, check);
        await notifyScreens(tx, check, null);
      }
    },
  });

  const answers = createOfferAnswers({ ...deps, answered });

  async function show(actor: Actor, checkId: string): Promise<CheckOffers> {
    return db.as(
      actor,
      async (tx) => {
        const { companyId, id } = await getVisible(tx, actor, checkId);
        const search = await repository.findLastSearch(tx, companyId, id);
        const now = clock.now();
        const offers = await repository.findOfCheck(tx, companyId, id);
        return {
          searchState: search?.state ?? null,
          nextWaveAt: search?.nextWaveAt ?? null,
          offers: offers.map((offer) => ({ ...offer, state: offerStateAt(offer, now) })),
        };
      },
      { readonly: true },
    );
  }

  return {
    ...answers,

    async searchStates(actor, checks) {
      const seen = reachOf(actor, 'check.plan').kind === 'any' && checks.length > 0;
      return seen ? db.as(actor, (tx) => repository.findSearchStates(tx, checks), { readonly: true }) : new Map();
    },

    async offersOf(actor, checkId) {
      reachable(actor, 'check.plan');
      return show(actor, checkId);
    },

    async askDoctor(actor, checkId, version, input) {
      reachable(actor, 'check.plan');
      const { doctorId, appointmentStart, appointmentMinutes } = parseInput(scheduleRule, input);
      await db.as(actor, async (tx) => {
        const check = await getVisible(tx, actor, checkId);
        // Who may plan may ask; the step itself is the doctor's.
        if (refusalOf('schedule', check, actor) !== null) throw new AppError('check.actionNotAllowed');
        const doctor = await planning.lockDoctor(tx, doctorId);
        await lockVersion(tx, check, version);
        const now = clock.now();
        const moment = momentError(appointmentStart, appointmentMinutes, check, now);
        if (moment !== null) throw new AppError('check.momentNotAllowed', {}, { issues: [fieldIssue('appointmentStart', moment)] });
        if (waveEnds(now, appointmentStart, check.checkTiming) === null)
          throw new AppError('check.momentNotAllowed', {}, { issues: [fieldIssue('appointmentStart', 'tooLateToAsk')] });
        if (!doctor) throw fieldErrorAt('doctorId', 'doctorRequired');
        const unfit = doctorExclusion(doctor, check) ?? absenceAt(doctor, appointmentStart, appointmentMinutes);
        if (unfit !== null) throw new AppError('check.doctorNotSuitable', { reason: unfit });
        for (const offer of await repository.lockOffersOfCheck(tx, check.companyId, check.id))
          if (offer.doctorId === doctorId && offer.state === 'Open') await updateRow(tx, offer, { state: 'Withdrawn' });
        const trip = tripOf(doctor, check);
        const asked = { doctorId, start: appointmentStart, distanceKm: trip?.km ?? null, travelMinutes: trip?.minutes ?? null };
        for (const offer of await makeOffers(tx, deps, check, [asked], { searchId: null, minutes: appointmentMinutes, now }))
          await alarm.watchAlone(tx, offer);
        await notifyScreens(tx, check, null);
      });
      return show(actor, checkId);
    },

    async startSearch(actor, checkId, version, input) {
      reachable(actor, 'check.plan');
      const { appointmentMinutes } = parseInput(doctorSearchRule, input);
      // Where the search begins; each wave looks at the agendas again.
      const { proposed } = await planning.moments(actor, checkId);
      await db.as(actor, async (tx) => {
        const check = await getVisible(tx, actor, checkId);
        if (refusalOf('schedule', check, actor) !== null) throw new AppError('check.actionNotAllowed');
        await lockVersion(tx, check, version);
        const running = await repository.findLastSearch(tx, check.companyId, check.id);
        if (running?.state === 'Running') return;
        const now = clock.now();
        const id = newId();
        await repository.insertSearch(tx, {
          companyId: check.companyId,
          id,
          checkId: check.id,
          state: 'Running',
          day: proposed ? dayOf(proposed) : clock.today(),
          appointmentMinutes,
          startedByProfileId: profileIdOf(actor),
          startedAt: now,
        });
        await enqueueWave(tx, check.companyId, id);
        await alarm.watch(tx, check, { id, startedAt: now });
        await notifyScreens(tx, check, null);
      });
      return show(actor, checkId);
    },

    async stopSearch(actor, checkId) {
      reachable(actor, 'check.plan');
      await db.as(actor, async (tx) => {
        const check = await getVisible(tx, actor, checkId);
        const { companyId, id } = check;
        await lockRow(tx, 'checks', { companyId, id });
        const last = await repository.findLastSearch(tx, companyId, id);
        const search = last && (await repository.lockSearch(tx, companyId, last.id));
        if (search?.state !== 'Running') return;
        await updateRow(tx, search, { state: 'Stopped', endedAt: clock.now(), nextWaveAt: null });
        await notifyScreens(tx, check, null);
      });
      return show(actor, checkId);
    },

    async openOffers(actor) {
      const reach = reachOf(actor, 'offer.read');
      if (reach.kind !== 'doctor') throw new AppError('access.forbidden');
      const rows = await db.as(actor, (tx) => repository.findOpenOfDoctor(tx, reach.doctorId, clock.now()), { readonly: true });
      return rows.map(({ id, tokenHash, appointmentStart, appointmentEnd, answerableUntil, fee }) => ({
        id,
        appointmentStart,
        appointmentEnd,
        answerableUntil,
        fee,
        path: offerPath(links.tokenOf(id, tokenHash)),
      }));
    },
  };
}

/**
 * Why a doctor who is absent then is not asked: a yes would be refused. A planner who schedules instead may have agreed on the time by telephone.
 * @returns null: not absent
 */
const absenceAt = (doctor: Parameters<typeof isAbsent>[0], start: Date, minutes: number): 'absent' | null =>
  isAbsent(doctor, start, new Date(start.getTime() + minutes * 60_000)) ? 'absent' : null;
