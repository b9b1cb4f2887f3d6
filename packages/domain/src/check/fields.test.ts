import { describe, expect, expectTypeOf, it } from 'vitest';
import { type FieldRule, type View, viewOf } from '../fields.ts';
import { type Actor, POLICY } from '../policy.ts';
import { ROLES } from '../roles.ts';
import {
  CHECK_FIELD_NAMES,
  CHECK_FIELDS,
  type CheckField,
  checkVisibility,
  fieldsOf,
  fieldsSeenBy,
  PROTECTED_FIELDS,
  seesCheckField,
} from './fields.ts';
import { doctorSeesWorker, hasWorker, WORKER_FACTS, workerSeenSince } from './worker-visibility.ts';

const seenBy = (field: CheckField) => ROLES.filter((role) => checkVisibility(field, role) !== false);
const doctor: Actor = { kind: 'doctor', profileId: 'p1', email: 'd@practice.be', doctorId: 'd1' };

describe('how long a doctor sees the worker', () => {
  it('is thirty whole Belgian days after the day of archiving, also across a clock change', () => {
    const seen = (archivedAt: string, now: string) => doctorSeesWorker(new Date(archivedAt), new Date(now));
    expect(doctorSeesWorker(null, new Date('2030-01-01T00:00:00Z'))).toBe(true);
    // Clocks go forward on 29 March 2026: 1 April ends at 22:00 UTC.
    for (const archivedAt of ['2026-03-01T23:00:00Z', '2026-03-02T09:00:00Z', '2026-03-02T22:59:59Z']) {
      expect(seen(archivedAt, '2026-04-01T21:59:59Z')).toBe(true);
      expect(seen(archivedAt, '2026-04-01T22:00:00Z')).toBe(false);
    }
    expect(workerSeenSince(new Date('2026-04-01T21:59:59Z'))).toEqual(new Date('2026-03-01T23:00:00Z'));
  });

  it('applies to every field of the worker and the absence, the document and free text', () => {
    const over = { companyId: 'c1', archivedAt: new Date('2026-03-02T09:00:00Z') };
    const then = new Date('2026-04-01T12:00:00Z');
    const later = new Date('2026-04-02T12:00:00Z');
    const lost = CHECK_FIELD_NAMES.filter(
      (field) => seesCheckField(doctor, field, over, then) && !seesCheckField(doctor, field, over, later),
    );
    expect(lost.filter((field) => /^(worker|incapacity|accident)/.test(field))).toEqual(
      CHECK_FIELD_NAMES.filter(
        (field) =>
          /^(worker|incapacity|accident)/.test(field) &&
          !['workerNISS', 'workerNameOrder', 'workerDisagreement', 'workerEmail'].includes(field),
      ),
    );
    expect(lost).toEqual(
      expect.arrayContaining(['documentId', 'authorizedExit', 'phoneNumber', 'subEmployee', 'doctorComment', 'archiveComment']),
    );
    for (const field of ['employeeId', 'certificateId', 'superiorId', 'superiorEmail', 'workerNISS'] as const)
      expect(seesCheckField(doctor, field, over, then), field).toBe(false);
    for (const field of ['id', 'companyName', 'checkDate', 'checkOccurence', 'newIncapacityEndDate', 'doctorTotalPrice'] as const)
      expect(seesCheckField(doctor, field, over, later), field).toBe(true);
  });

  it('is over if it is not known when the check was archived', () => {
    expect(seesCheckField(doctor, 'workerFullName', { companyId: 'c1' }, new Date())).toBe(false);
  });

  it('can be recognised by fields that are otherwise never null', () => {
    for (const field of WORKER_FACTS) {
      expect(checkVisibility(field, 'doctor'), field).toBe('whileDoctorSeesWorker');
      expect(CHECK_FIELDS[field], field).not.toHaveProperty('hidden');
    }
    const whole = { incapacityStartDate: '2026-03-02', authorizedExit: false, workerFullName: 'An' };
    expect(hasWorker(whole)).toBe(true);
    expect(hasWorker({ ...whole, incapacityStartDate: null })).toBe(false);
  });
});

describe('who sees a field of a check', () => {
  it('hides doctor prices and ratings from employers, company prices from doctors and basic users, and the national number from all but administrators', () => {
    expect(seenBy('companyTotalPrice')).toEqual(['employerAdmin', 'planner', 'system']);
    for (const field of ['doctorTotalPrice', 'doctorTravelCosts', 'doctorExtraCosts'] as const)
      expect(seenBy(field)).toEqual(['planner', 'doctor', 'system']);
    for (const field of ['doctorReactivity', 'doctorEfficiency'] as const) expect(seenBy(field)).toEqual(['planner', 'system']);
    expect(seenBy('workerNISS')).toEqual(['employerAdmin', 'system']);
    // The same rule as for the number in the staff register.
    expect(ROLES.filter((role) => POLICY['employee.niss'][role] !== 'none')).toEqual(seenBy('workerNISS'));
    expect(seenBy('providerComment')).not.toContain('doctor');
    expect(seenBy('doctorComment')).not.toContain('planner');
    // A doctor's comment before its release: the employer reads archiveComment only once it is released.
    for (const field of ['commentReview', 'releasedComment'] as const) expect(seenBy(field)).toEqual(['planner', 'doctor', 'system']);
  });

  it('shows nothing without an account, and to no user the fields that only serve decisions or searches', () => {
    for (const field of CHECK_FIELD_NAMES) expect(checkVisibility(field, 'anonymous')).toBe(false);
    for (const field of ['latitude', 'searchText', 'contractPrice', 'orderedByProfileId'] as const)
      expect(seenBy(field)).toEqual(['system']);
  });

  it('depends on the role in the company of the check', () => {
    const user: Actor = {
      kind: 'employer',
      profileId: 'p1',
      email: 'hr@company.be',
      memberships: [
        { companyId: 'c1', accesType: 'admin', superiorId: null },
        { companyId: 'c2', accesType: 'basic', superiorId: null },
      ],
    };
    const sees = (field: CheckField) => ['c1', 'c2', 'c3'].map((companyId) => seesCheckField(user, field, { companyId }, new Date()));
    expect(sees('workerNISS')).toEqual([true, false, false]);
    expect(sees('companyTotalPrice')).toEqual([true, false, false]);
    expect(sees('workerFullName')).toEqual([true, true, false]);
    // An administrator of one company who is a basic user of another gets no totals over both.
    expect(['c1', 'c2', 'c3', null].map((companyId) => fieldsOf(user, companyId).includes('companyTotalPrice'))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(fieldsOf(user)).toContain('providerComment');
    expect(fieldsOf({ ...user, memberships: [] })).toEqual([]);
    expect(fieldsSeenBy([])).toEqual([]);
  });

  it('lists as protected only the fields that some reader never sees', () => {
    expect(PROTECTED_FIELDS).toEqual(expect.arrayContaining(['companyTotalPrice', 'workerNISS', 'superiorEmail']));
    for (const field of ['workerFullName', 'searchText', 'status'] as const) expect(PROTECTED_FIELDS).not.toContain(field);
  });
});

describe('a view', () => {
  const table = {
    id: { seenBy: { employerAdmin: true, employerBasic: true, planner: true, doctor: true } },
    name: { seenBy: { employerAdmin: true, doctor: 'sometimes' }, hidden: '' },
    price: { seenBy: { employerAdmin: true } },
    secret: { seenBy: {} },
  } as const satisfies Record<string, FieldRule<'sometimes'>>;
  const row = { id: 1, name: 'An', price: 5, secret: 'x' };

  it('has the fields that its reader sees, null or the `hidden` value for those that may be hidden, and nothing else', () => {
    expect(viewOf(table, row, () => true)).toEqual({ id: 1, name: 'An', price: 5 });
    expect(viewOf(table, row, (field) => field === 'id')).toEqual({ id: 1, name: '', price: null });
    expectTypeOf<View<typeof table, typeof row>>().toEqualTypeOf<{
      readonly id: number;
      readonly name: string;
      readonly price: number | null;
    }>();
  });

  it('cannot be made of a row with a column that has no rule', () => {
    const grown = { ...row, diagnosis: 'x' };
    // @ts-expect-error the table has no entry `diagnosis`
    const view = viewOf(table, grown, () => true);
    expect(view).not.toHaveProperty('diagnosis');
    // The type lacks the column as well, so that an API field that shows it does not compile.
    expectTypeOf<keyof View<typeof table, typeof grown>>().toEqualTypeOf<'id' | 'name' | 'price'>();
  });
});
