import { type Actor, ANONYMOUS } from '@checkwell/domain/policy';
import { newId } from '../../platform/ids.ts';
import type { ClonedDatabase } from '../database.ts';
import { createFixtures, type FixtureCompany } from '../fixtures.ts';
import type { Browser } from '../servers/identity-app.ts';
import type { ServerApp } from '../servers/server-app.ts';
import { addAccounts, addBooks, addFixtures, fixtureTools } from './fixtures.ts';
import type { Caller, Fixture, Kind, Whose } from './kinds.ts';

export interface Person {
  readonly actor: Actor;
  readonly browser: Browser;
  /** Sent with each request; they replace those of the browser. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Scenario {
  readonly people: Readonly<Record<Caller, Person>>;
  readonly fixture: (kind: Kind, whose: Whose) => Fixture;
  readonly fixtures: readonly Fixture[];
}

/** Two companies, a caller of each kind, and a fixture for each pair of `Kind` and `Whose`. */
export async function matrixScenario(database: ClonedDatabase, app: ServerApp): Promise<Scenario> {
  const { db, owner } = database;
  const { clock, services } = app;
  const companyFixtures = await createFixtures(db, clock);
  const { a, b, doctors } = companyFixtures;
  // The accounts of the doctors are replaced by ones that can sign in.
  await owner('delete from profiles where id = any ($1)', [
    [companyFixtures.actors.doctor.profileId, companyFixtures.actors.otherDoctor.profileId],
  ]);

  async function employer(company: FixtureCompany, accesType: 'admin' | 'basic', superiorId: string | null) {
    const account = await app.signedIn({ companyId: company.id, accesType });
    await owner('update company_users set "superiorId" = $1 where "profileId" = $2', [superiorId, account.profileId]);
    return { ...account, membership: { companyId: company.id, accesType, superiorId } };
  }
  const admin = await employer(a, 'admin', null);
  const basic = await employer(a, 'basic', a.superiors[0]);
  const otherBasic = await employer(a, 'basic', a.superiors[1]);
  const adminB = await employer(b, 'admin', null);
  const both = await employer(a, 'admin', null);
  const second = { companyId: b.id, accesType: 'basic', superiorId: b.superiors[0] } as const;
  await owner('insert into company_users ("companyId", "profileId", "accesType", "superiorId", languages) values ($1, $2, $3, $4, $5)', [
    second.companyId,
    both.profileId,
    second.accesType,
    second.superiorId,
    ['en'],
  ]);
  const planner = await app.signedIn({ kind: 'planner' });
  const doctor = await app.signedIn({ kind: 'doctor', doctorId: doctors.brussels });
  await app.signedIn({ kind: 'doctor', doctorId: doctors.antwerp });
  const actorOf = ({ profileId, email }: typeof admin, ...memberships: readonly (typeof second | typeof admin.membership)[]): Actor => ({
    kind: 'employer',
    profileId,
    email,
    memberships,
  });
  const adminActor = actorOf(admin, admin.membership);
  const plannerActor: Actor = { kind: 'planner', profileId: planner.profileId, email: planner.email };
  const tokenOf = (by: Actor, companyId: string) =>
    services.apiTokens.create(by, companyId, { name: `Payroll ${newId()}`, accesType: 'admin', expiresInDays: 30 });
  const program = await tokenOf(adminActor, a.id);
  const [programRow] = await owner<{ profileId: string }>('select "profileId" from api_tokens where id = $1', [program.apiToken.id]);
  const programProfile = programRow?.profileId ?? '';
  const people: Record<Caller, Person> = {
    visitor: { actor: ANONYMOUS, browser: app.browser(), headers: {} },
    admin: { actor: adminActor, browser: admin.browser, headers: {} },
    basic: { actor: actorOf(basic, basic.membership), browser: basic.browser, headers: {} },
    both: { actor: actorOf(both, both.membership, second), browser: both.browser, headers: {} },
    program: {
      actor: { kind: 'employer', program: true, profileId: programProfile, email: '', memberships: [admin.membership] },
      browser: app.browser(),
      headers: { authorization: `Bearer ${program.token}` },
    },
    planner: { actor: plannerActor, browser: planner.browser, headers: {} },
    doctor: {
      actor: { kind: 'doctor', profileId: doctor.profileId, email: doctor.email, doctorId: doctors.brussels },
      browser: doctor.browser,
      headers: {},
    },
  };

  const tools = fixtureTools(database, app, companyFixtures);
  await addFixtures(tools, { admin, adminB, planner });
  await addBooks(tools, {
    own: (await tokenOf(adminActor, a.id)).apiToken.id,
    otherCompany: (await tokenOf(actorOf(adminB, adminB.membership), b.id)).apiToken.id,
  });
  const left = await app.signedIn({ companyId: a.id, accesType: 'basic' });
  await addAccounts(tools, { own: basic, otherSuperior: otherBasic, otherCompany: adminB, deleted: left });
  const { fixtures } = tools;

  return {
    people,
    fixtures,
    fixture(kind, whose) {
      const found = fixtures.find((fixture) => fixture.kind === kind && fixture.whose === whose);
      if (!found) throw new Error(`There is no ${kind} that is ${whose}.`);
      return found;
    },
  };
}
