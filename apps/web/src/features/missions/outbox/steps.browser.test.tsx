import type { VisitTap } from '@checkwell/domain/check/times/visit';
import { expect, test } from 'vitest';
import { clock, today } from '../../../lib/browser/time.ts';
import { plannedCheck } from '../../../test/fixtures/checks.ts';
import { onTheWay } from '../../../test/fixtures/on-the-way.ts';
import { pictureOf } from '../../../test/fixtures/papers.ts';
import { offline } from '../../../test/server.ts';
import { emptyResult } from '../result-form.ts';
import { outbox } from './outbox.ts';
import { type ActionRequest, photoOf } from './outbox-actions.ts';

/** A whole mission: each thing that a doctor can do in it. */
const findings = {
  examinedFrom: `${today()}T08:00:00.000Z`,
  examinedTo: `${today()}T08:20:00.000Z`,
  workerDisagreement: false,
  secondCheckNeeded: false,
  prolongationNeeded: false,
  findingsHandedOver: true,
  newIncapacityEndDate: null,
} as const;
const reported = { ...findings, timesReason: '', independenceDeclared: true, archiveComment: '', medicalNote: '' } as const;
const typed = emptyResult(clock.now(), ['YesPatientHome'], { arrivedAt: null, leftAt: null });
const tap = (name: VisitTap): ActionRequest => ({
  kind: 'recordVisit',
  input: { tap: name, tappedAt: clock.now().toISOString(), appointmentStart: clock.now().toISOString() },
});
const report = (version: number): ActionRequest => ({
  kind: 'recordResult',
  version,
  input: { ...reported, checkOccurence: 'YesPatientHome' },
  typed,
});
const attempt = async (version: number): Promise<ActionRequest> => ({
  kind: 'recordAttempt',
  version,
  input: {
    attemptedAt: clock.now().toISOString(),
    appointmentStart: clock.now().toISOString(),
    bell: '',
    photoId: null,
    position: null,
    cardStart: null,
  },
  photo: await photoOf(await pictureOf('card.png')),
});
const STEPS = [
  ['onMyWay', async () => tap('onMyWay')],
  ['arrived', async () => tap('arrived')],
  ['left', async () => tap('left')],
  ['undo', async (): Promise<ActionRequest> => ({ kind: 'undoVisit', tap: 'left' })],
  ['attempt', async () => attempt(4)],
  ['result', async () => report(5)],
  ['takeBack', async (): Promise<ActionRequest> => ({ kind: 'takeBackResult', version: 6 })],
  ['result', async () => report(7)],
  [
    'correct',
    async (): Promise<ActionRequest> => {
      const input = { ...findings, checkOccurence: 'YesPatientHome', correctionReason: 'Mistyped', explanation: '' } as const;
      return { kind: 'correctResult', version: 8, input, typed };
    },
  ],
] as const;

test.each(STEPS.flatMap(([name], at) => (['before', 'after'] as const).map((cut) => [cut, at + 1, name] as const)))(
  'the network fails %s step %i of a mission (%s): each is carried out once, in its order',
  async (cut, step) => {
    const { network, done, id, server, reload, waits, backOnline } = await onTheWay();
    server.rest('POST', '/v1/api/companies/*/documents', () =>
      network.cut === undefined
        ? { id: 'photo', fileName: 'card.png', mediaType: 'image/png', byteSize: 10, url: '/v1/api/companies/c/documents/p' }
        : offline(),
    );
    const mission = { id, companyId: plannedCheck().companyId, workerFullName: '' };
    for (const [index, [, work]] of STEPS.entries()) {
      if (index === step - 1) network.cut = cut;
      expect(await outbox.act(mission, await work())).toEqual({ state: network.cut === undefined ? 'sent' : 'waiting' });
      // The next one is done without network too; then the telephone ends the tab.
      if (index !== Math.min(step, STEPS.length - 1)) continue;
      await waits(Math.min(2, STEPS.length - step + 1));
      await reload();
      await waits(Math.min(2, STEPS.length - step + 1));
      backOnline();
      await expect.poll(() => outbox.state().actions.every(({ state }) => state === 'sent')).toBe(true);
    }
    expect(done.map((what) => what.split(' ')[0])).toEqual(STEPS.map(([name]) => name));
  },
);
