import type { Clock } from '@checkwell/domain/clock';
import { addDays, type CalendarDay } from '@checkwell/domain/clock';
import { offerStateAt } from '@checkwell/domain/offers/states';
import { type Askable, answerableUntil, daysToAsk, nextWave, searchStep, sendableAt, waveEnds } from '@checkwell/domain/offers/waves';
import { forecastDays } from '@checkwell/domain/planning/moment';
import type { Actor } from '@checkwell/domain/policy';
import type { WriteTx } from '../../../platform/db/database.ts';
import { lockRow, updateRow } from '../../../platform/db/locked.ts';
import { newId } from '../../../platform/ids.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import type { RowLinks } from '../../../platform/row-links.ts';
import type { PlanningService } from '../../planning/planning.service.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { getVisible, notifyScreens } from '../steps/checks-steps.ts';
import * as repository from './offers.repository.ts';
import type { SearchAlarm } from './offers-alarm.ts';
import { offeredFee } from './offers-answers.ts';
import { OFFER_MAIL_TOPIC, type OfferMailEffect } from './offers-ends.ts';

/** Asks doctors in waves, as effects of the outbox (docs/decisions/0058 and 0059). */
export const WAVE_TOPIC = 'offerWave';
export interface WaveEffect {
  readonly companyId: string;
  readonly searchId: string;
}
/** Answers of the last months say how likely a doctor is to accept. */
const HISTORY_DAYS = 180;
const SEARCHER: Actor = { kind: 'system', name: 'search for a doctor' };

export interface SearchDeps {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly links: RowLinks;
  readonly planning: Pick<PlanningService, 'rankedOn' | 'moments'>;
  readonly alarm: Pick<SearchAlarm, 'notify'>;
}

/** One offer for each, with the message that asks. The caller holds the lock on the check. @returns what was made */
export async function makeOffers(
  tx: WriteTx,
  { outbox, links }: Pick<SearchDeps, 'outbox' | 'links'>,
  check: CheckRecord,
  asked: readonly Pick<Askable, 'doctorId' | 'start' | 'distanceKm' | 'travelMinutes'>[],
  { searchId, minutes, now }: { readonly searchId: string | null; readonly minutes: number; readonly now: Date },
): Promise<readonly Pick<repository.OfferRow, 'companyId' | 'id' | 'answerableUntil'>[]> {
  const { companyId } = check;
  const made: Pick<repository.OfferRow, 'companyId' | 'id' | 'answerableUntil'>[] = [];
  const sentAt = sendableAt(now);
  for (const { doctorId, start, distanceKm, travelMinutes } of asked) {
    const id = newId();
    const tokenHash = links.hashOf(links.newToken(id));
    if (!tokenHash) throw new Error('A link of ours is none.');
    const until = answerableUntil(start);
    await repository.insertOffers(tx, [
      {
        companyId,
        id,
        checkId: check.id,
        searchId,
        doctorId,
        state: 'Open',
        appointmentStart: start,
        appointmentEnd: new Date(start.getTime() + minutes * 60_000),
        distanceKm,
        travelMinutes: travelMinutes === null ? null : Math.round(travelMinutes),
        fee: offeredFee({ checkLocation: check.checkLocation, distanceToCheck: distanceKm }),
        tokenHash,
        sentAt,
        answerableUntil: until,
      },
    ]);
    const payload: OfferMailEffect = { companyId, offerId: id, withdrawn: false };
    await outbox.put(tx, { topic: OFFER_MAIL_TOPIC, companyId, payload, dueAt: sentAt });
    made.push({ companyId, id, answerableUntil: until });
  }
  return made;
}

/**
 * What a running search does now: waits, asks the next doctors, or ends because nobody is left or it is too late. Harmless when it comes
 * twice or late.
 */
export async function continueSearch(tx: WriteTx, deps: SearchDeps, { companyId, searchId }: WaveEffect): Promise<void> {
  const { clock, outbox, alarm } = deps;
  const found = await repository.findSearch(tx, companyId, searchId);
  if (!found || !(await lockRow(tx, 'checks', { companyId, id: found.checkId }))) return;
  const search = await repository.lockSearch(tx, companyId, searchId);
  if (search?.state !== 'Running') return;
  const check = await getVisible(tx, SEARCHER, search.checkId);
  const offers = await repository.lockOffersOfCheck(tx, companyId, search.checkId);
  const now = clock.now();
  const states = offers.filter((offer) => offer.searchId === searchId).map((offer) => offerStateAt(offer, now));
  const waveOver = search.nextWaveAt === null || now >= search.nextWaveAt;
  if (searchStep(states, waveOver) === 'wait') return;

  const asked = new Set(offers.map(({ doctorId }) => doctorId));
  const days = forecastDays({ startDate: check.incapacityStartDate, endDate: check.incapacityEndDate }, clock.today());
  const wave = await findWave(tx, deps, { check, days: daysToAsk(days, search.day), asked });
  if (wave.length === 0) {
    await alarm.notify(tx, check, await updateRow(tx, search, { state: 'Exhausted', endedAt: now, nextWaveAt: null }));
    await notifyScreens(tx, check, null);
    return;
  }
  await makeOffers(tx, deps, check, wave, { searchId, minutes: search.appointmentMinutes, now });
  const ends = wave.flatMap(({ start }) => waveEnds(now, start, check.checkTiming) ?? []);
  const nextWaveAt = new Date(Math.min(...ends.map((end) => end.getTime())));
  await updateRow(tx, search, { waves: search.waves + 1, nextWaveAt });
  const payload: WaveEffect = { companyId, searchId };
  await outbox.put(tx, { topic: WAVE_TOPIC, companyId, payload, dueAt: nextWaveAt });
  await notifyScreens(tx, check, null);
}

/**
 * Doctors of the first day on which some can be asked: one that leaves time to answer, before one that leaves little.
 * @returns nobody, where nobody is left
 */
async function findWave(
  tx: WriteTx,
  { clock, planning }: SearchDeps,
  { check, days, asked }: { readonly check: CheckRecord; readonly days: readonly CalendarDay[]; readonly asked: ReadonlySet<string> },
): Promise<readonly Askable[]> {
  const now = clock.now();
  for (const withRoom of [true, false]) {
    for (const day of days) {
      const ranked = await planning.rankedOn(tx, check.id, day);
      const ids = ranked.map(({ id }) => id);
      const histories = await repository.answerHistories(tx, ids, { since: addDays(clock.today(), -HISTORY_DAYS), now });
      const wave = nextWave(ranked, histories, asked, { checkTiming: check.checkTiming, now, withRoom });
      if (wave.length > 0) return wave;
    }
  }
  return [];
}
