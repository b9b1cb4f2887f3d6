import { randomUUID } from 'node:crypto';
import type { CommentInput } from '@checkwell/domain/check/comments/comments';
import type { ResultInput } from '@checkwell/domain/check/rules';
import { addDays, type Clock, instantAt } from '@checkwell/domain/clock';
import { APPOINTMENT_MINUTES, type InterfaceLanguage } from '@checkwell/domain/constants';
import { EMPLOYEE_LINK_DAYS } from '@checkwell/domain/employee-page/contract';
import { travelDayOf } from '@checkwell/domain/employee-page/travel-claim';
import type { TravelClaimInput } from '@checkwell/domain/employee-page/travel-claim-rule';
import { AppError } from '@checkwell/domain/errors';
import { waveEnds } from '@checkwell/domain/offers/waves';
import type { Actor } from '@checkwell/domain/policy';
import { sql } from 'kysely';
import type { CheckService } from '../modules/checks/checks.service.ts';
import type { EmployeeLinks } from '../modules/checks/employee-page/employee-page-links.ts';
import type { PlanningService } from '../modules/planning/planning.service.ts';
import type { Database, ReadTx } from '../platform/db/database.ts';
import { profileIdOf } from '../platform/guard.ts';
import type { Log } from '../platform/log.ts';
import { minutesAfter } from './times.ts';

/**
 * Scenarios of the demo that the generated history does not contain, because several people interact: new appointments, offers to doctors, comments,
 * travel costs, disputes, a held result. They call the product's own services, so that all mails, notifications and events about them exist too.
 */
export interface ScenarioDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info'>;
  readonly checks: CheckService;
  readonly planning: Pick<PlanningService, 'moments' | 'candidates'>;
  readonly employeeLinks: Pick<EmployeeLinks, 'employeeLink'>;
}

/** Checks that are read to find one that fits a scenario. */
const SEARCH_LIMIT = 40;
const CALLER = { ip: '127.0.0.1' } as const;

/** Plays each scenario for which the demo has a fitting check now; a scenario that the product refuses is logged and skipped. */
export async function playScenarios({ log, ...deps }: ScenarioDeps): Promise<void> {
  const people = await findPeople(deps.db);
  const scenarios: Readonly<Record<string, () => Promise<void>>> = {
    appointments: () => makeAppointments(deps, people),
    'doctors who are asked': () => askDoctors(deps, people),
    'a search for a doctor': () => searchDoctor(deps, people),
    'comments of employers': () => writeComments(deps, people),
    'comments of doctors': () => writeToDoctors(deps, people),
    'travel costs': () => claimTravel(deps, people),
    disputes: () => dispute(deps, people),
    'a result that waits': () => holdResult(deps, people),
  };
  for (const [name, play] of Object.entries(scenarios)) {
    try {
      await play();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.info(`The demo goes without ${name}: ${error.code}.`);
    }
  }
}

interface DemoPeople {
  readonly planner: Actor;
  /** Administrators: first the one that the start message lists first, then in the order of their companies. */
  readonly administrators: readonly { readonly actor: Actor; readonly companyId: string; readonly language: InterfaceLanguage }[];
  readonly doctors: readonly { readonly actor: Actor; readonly doctorId: string; readonly language: InterfaceLanguage }[];
}

/** Accounts that visitors of the demo can sign in with. */
async function findPeople(db: Database): Promise<DemoPeople> {
  return db.system('scenarios: people', async (tx) => {
    const profiles = await tx
      .selectFrom('profiles')
      .leftJoin('company_users', 'company_users.profileId', 'profiles.id')
      .leftJoin('companies', 'companies.id', 'company_users.companyId')
      .select([
        'profiles.id',
        'userName',
        'kind',
        'doctorId',
        'profiles.language',
        'company_users.companyId',
        'companies.language as companyLanguage',
      ])
      .where('userName', 'like', '%@demo.checkwell.example')
      .where((eb) => eb.or([eb('kind', '<>', 'employer'), eb('accesType', '=', 'admin')]))
      // Most visitors sign in as this one, so that its company gets the scenarios first.
      .orderBy(sql`"userName" <> 'admin@demo.checkwell.example'`)
      .orderBy('company_users.companyId')
      .orderBy('userName')
      .execute();
    const person = ({ id, userName }: (typeof profiles)[number]) => ({ profileId: id, email: userName });
    const [planner] = profiles.filter(({ kind }) => kind === 'planner');
    if (!planner) throw new Error('The demo has no planner.');
    return {
      planner: { kind: 'planner', ...person(planner) },
      administrators: profiles.flatMap((profile) => {
        const { kind, companyId, companyLanguage } = profile;
        if (kind !== 'employer' || companyId === null) return [];
        const memberships = [{ companyId, accesType: 'admin', superiorId: null } as const];
        return [{ actor: { kind, ...person(profile), memberships }, companyId, language: companyLanguage ?? 'nl' }];
      }),
      doctors: profiles.flatMap((profile) => {
        const { kind, doctorId, language } = profile;
        if (kind !== 'doctor' || doctorId === null) return [];
        return [{ actor: { kind, ...person(profile), doctorId }, doctorId, language: language ?? 'nl' }];
      }),
    };
  });
}

type Parts = Omit<ScenarioDeps, 'log'>;

const findChecks = <Row>(db: Database, read: (tx: ReadTx) => Promise<readonly Row[]>): Promise<readonly Row[]> =>
  db.system('scenarios: checks', read);

/** Checks in planning for which no doctor was asked yet, oldest order first. */
const findPlanned = (db: Database) =>
  findChecks(db, (tx) =>
    tx
      .selectFrom('checks')
      .select(['id', 'version', 'checkTiming', 'orderedByProfileId'])
      .where('status', '=', 'Planning')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('doctor_searches').select('checkId').whereRef('doctor_searches.checkId', '=', 'checks.id'))),
      )
      .orderBy('creationDate')
      .orderBy('id')
      .limit(SEARCH_LIMIT)
      .execute(),
  );

/** A planner starts the automatic search for a doctor for two checks. */
async function searchDoctor({ db, checks, planning }: Parts, { planner }: DemoPeople): Promise<void> {
  let started = 0;
  for (const { id, version } of await findPlanned(db)) {
    if (started === 2) return;
    const { proposed } = await planning.moments(planner, id);
    if (proposed === null) continue;
    await checks.startSearch(planner, id, version, { appointmentMinutes: APPOINTMENT_MINUTES.default });
    started += 1;
  }
}

/** A planner gives each doctor of the demo a mission that an administrator of the demo ordered, so that both have something new. */
async function makeAppointments({ db, checks, planning }: Parts, { planner, administrators, doctors }: DemoPeople): Promise<void> {
  const orderers = new Set(administrators.map(({ actor }) => profileIdOf(actor)));
  const waiting = new Set(doctors.map(({ doctorId }) => doctorId));
  for (const { id, version, orderedByProfileId } of await findPlanned(db)) {
    if (waiting.size === 0) return;
    if (!orderers.has(orderedByProfileId)) continue;
    const { days } = await planning.moments(planner, id);
    for (const { day } of days) {
      const candidate = (await planning.candidates(planner, id, day)).find((doctor) => waiting.has(doctor.id));
      const [appointmentStart] = candidate?.freeSlots ?? [];
      if (!candidate || !appointmentStart) continue;
      await checks.schedule(planner, id, version, {
        doctorId: candidate.id,
        appointmentStart,
        appointmentMinutes: APPOINTMENT_MINUTES.default,
      });
      waiting.delete(candidate.id);
      break;
    }
  }
}

/** A planner offers each doctor of the demo one appointment that leaves time for an answer. */
async function askDoctors({ db, clock, checks, planning }: Parts, { planner, doctors }: DemoPeople): Promise<void> {
  const waiting = new Set(doctors.map(({ doctorId }) => doctorId));
  for (const { id, version, checkTiming } of await findPlanned(db)) {
    const { days } = await planning.moments(planner, id);
    for (const { day } of days) {
      if (waiting.size === 0) return;
      const candidates = await planning.candidates(planner, id, day);
      const candidate = candidates.find((doctor) => waiting.has(doctor.id));
      const appointmentStart = candidate?.freeSlots.find((slot) => waveEnds(clock.now(), slot, checkTiming) !== null);
      if (!candidate || !appointmentStart) continue;
      const appointmentMinutes = APPOINTMENT_MINUTES.default;
      await checks.askDoctor(planner, id, version, { doctorId: candidate.id, appointmentStart, appointmentMinutes });
      waiting.delete(candidate.id);
      break;
    }
  }
}

/** Comments, in the language of the company or the doctor. */
const WORDS = {
  employer: {
    nl: 'De werkneemster laat weten dat de bel niet werkt. Kan de arts vooraf bellen?',
    fr: 'La travailleuse nous signale que la sonnette ne fonctionne pas. Le médecin peut-il appeler avant de venir\u00a0?',
    en: 'The employee says that the door bell does not work. Can the doctor call first?',
  },
  plannerToEmployer: {
    nl: 'Genoteerd, we geven het door aan de arts.',
    fr: 'C’est noté, nous prévenons le médecin.',
    en: 'Noted, we will tell the doctor.',
  },
  plannerToDoctor: {
    nl: 'De ingang is achteraan, via de parking.',
    fr: 'L’entrée se trouve à l’arrière, par le parking.',
    en: 'The entrance is at the back, through the car park.',
  },
  doctor: {
    nl: 'Bedankt. Ik bel vijf minuten vooraf.',
    fr: 'Merci. J’appelle cinq minutes avant.',
    en: 'Thank you. I will call five minutes before.',
  },
} as const satisfies Record<string, Readonly<Record<InterfaceLanguage, string>>>;

const say = ({ checks }: Parts, actor: Actor, checkId: string, comment: CommentInput) =>
  checks.addComment(actor, checkId, comment, randomUUID());

/** HR of three companies writes to the planners about a home visit; the first gets an answer. */
async function writeComments(deps: Parts, { planner, administrators }: DemoPeople): Promise<void> {
  const audience = 'EmployerPlanner';
  let answered = false;
  for (const { actor, companyId, language } of administrators.slice(0, 3)) {
    const [check] = await findChecks(deps.db, (tx) =>
      tx
        .selectFrom('checks')
        .select('id')
        .where('companyId', '=', companyId)
        .where('status', '=', 'WaitingForCheck')
        .where('checkLocation', '=', 'House')
        .where('appointmentStart', '>', deps.clock.now())
        .orderBy('appointmentStart')
        .orderBy('id')
        .limit(1)
        .execute(),
    );
    if (!check) continue;
    await say(deps, actor, check.id, { audience, text: WORDS.employer[language] });
    if (!answered) await say(deps, planner, check.id, { audience, text: WORDS.plannerToEmployer[language] });
    answered = true;
  }
}

/** A planner writes to each doctor of the demo about the next home visit; the first one answers. */
async function writeToDoctors(deps: Parts, { planner, doctors }: DemoPeople): Promise<void> {
  const audience = 'PlannerDoctor';
  let answered = false;
  for (const { actor, doctorId, language } of doctors) {
    const [check] = await findChecks(deps.db, (tx) =>
      tx
        .selectFrom('checks')
        .select('id')
        .where('doctorId', '=', doctorId)
        .where('status', '=', 'WaitingForCheck')
        .where('appointmentStart', '>', deps.clock.now())
        .orderBy(sql`"checkLocation" <> 'House'`)
        .orderBy('appointmentStart')
        .orderBy('id')
        .limit(1)
        .execute(),
    );
    if (!check) continue;
    await say(deps, planner, check.id, { audience, text: WORDS.plannerToDoctor[language] });
    if (!answered) await say(deps, actor, check.id, { audience, text: WORDS.doctor[language] });
    answered = true;
  }
}

const TRAIN = { means: 'PublicTransport', km: null, amountCents: 640, reason: '' } as const;
const CAR = { means: 'Car', km: 18, amountCents: null, reason: '' } as const;
/** An account number that is published as an example. */
const TO_ACCOUNT = { payment: 'Account', iban: 'BE68 5390 0754 7034' } as const;
const WITH_WAGES = { payment: 'Wages', iban: '' } as const;

/** An employee of each of two companies claims travel costs on the employee's page. */
async function claimTravel({ db, clock, checks, employeeLinks }: Parts, { administrators }: DemoPeople): Promise<void> {
  for (const [index, { companyId }] of administrators.slice(0, 2).entries()) {
    const examined = await findChecks(db, (tx) =>
      tx
        .selectFrom('checks')
        .selectAll()
        .where('companyId', '=', companyId)
        .where('status', '=', 'Archived')
        .where('checkLocation', '=', 'Office')
        .where('archivedAt', '>', instantAt(addDays(clock.today(), -10), '00:00'))
        .orderBy('archivedAt', 'desc')
        .orderBy('id')
        .limit(SEARCH_LIMIT)
        .execute(),
    );
    const check = examined.find((row) => travelDayOf(row) !== null);
    if (!check) continue;
    const path = await db.system('scenarios: link', (tx) => employeeLinks.employeeLink(tx, check));
    const claim: TravelClaimInput = { version: 0, ...(index === 0 ? { ...CAR, ...TO_ACCOUNT } : { ...TRAIN, ...WITH_WAGES }) };
    await checks.claimTravel(path.slice(path.lastIndexOf('/') + 1), claim, CALLER);
  }
}

/**
 * Two employees disagree with the result, on the employee's page, and a planner records the arbiter of both and the ruling of one. An administrator
 * excuses a no-show. Where possible, in the company of the first administrator and with doctors of the demo.
 */
async function dispute({ db, clock, checks, employeeLinks }: Parts, { planner, administrators, doctors }: DemoPeople): Promise<void> {
  const companyIds = administrators.map(({ companyId }) => companyId);
  const today = clock.today();
  const over = await findChecks(db, (tx) =>
    tx
      .selectFrom('checks')
      .selectAll()
      .where('companyId', 'in', companyIds)
      .where('status', '=', 'Archived')
      .where('checkOccurence', 'in', ['Yes', 'NoShow'])
      .where('workerDisagreement', '=', false)
      .where('checkDate', '<', today)
      .where('archivedAt', '>', instantAt(addDays(today, -LINK_DAYS), '00:00'))
      .orderBy(sql`"companyId" = ${companyIds[0]}`, 'desc')
      .orderBy(sql`"doctorId" = any (${doctors.map(({ doctorId }) => doctorId)}::uuid[])`, 'desc')
      .orderBy('archivedAt', 'desc')
      .orderBy('id')
      .execute(),
  );
  const examined = over.filter(({ checkOccurence }) => checkOccurence === 'Yes');
  // A ruling for the treating doctor only has an effect if the control doctor shortened the incapacity.
  const ruled = examined.find(({ newIncapacityEndDate }) => newIncapacityEndDate !== null) ?? examined[0];
  const waiting = examined.find((check) => check !== ruled);
  const missed = over.find(({ checkOccurence }) => checkOccurence === 'NoShow');
  for (const check of [ruled, waiting]) {
    if (!check) continue;
    const path = await db.system('scenarios: link', (tx) => employeeLinks.employeeLink(tx, check));
    await checks.disagree(path.slice(path.lastIndexOf('/') + 1), CALLER);
    const { version } = await checks.get(planner, check.id);
    const asked = await checks.recordArbitration(planner, check.id, version, {
      arbitrationAskedBy: 'Employee',
      arbiterName: 'Dr. An Vermeulen',
      arbitrationAskedOn: check === ruled ? addDays(today, -1) : today,
    });
    if (check !== ruled) continue;
    const ruling = { arbitrationRuling: 'TreatingDoctor', arbitrationRuledOn: today, newIncapacityEndDate: null } as const;
    await checks.recordRuling(planner, check.id, asked.version, ruling);
  }
  const excuser = administrators.find(({ companyId }) => companyId === missed?.companyId);
  if (missed && excuser) {
    await checks.excuseNoShow(excuser.actor, missed.id, missed.version, { noShowExcuse: 'Hospital', noShowExcusedOn: today });
  }
}

/** Days for which an employee can still act by the link of a check. */
const LINK_DAYS = EMPLOYEE_LINK_DAYS - 1;

/**
 * A doctor of the demo reports an examination of two minutes and sends it at once, so that it is held for a planner. If none of them has a check to
 * report, a planner reports for another doctor. Such a check exists in the hours after an appointment.
 */
async function holdResult({ db, clock, checks }: Parts, { planner, doctors }: DemoPeople): Promise<void> {
  const due = await findChecks(db, (tx) =>
    tx
      .selectFrom('checks')
      .select(['id', 'version', 'doctorId', 'appointmentStart'])
      .where('status', '=', 'WaitingForCheck')
      .where('appointmentStart', '<', minutesAfter(clock.now(), -SHORT_MINUTES))
      .orderBy('appointmentStart')
      .orderBy('id')
      .execute(),
  );
  const reporter = (id: string | null) => doctors.find(({ doctorId }) => doctorId === id);
  const check = due.find(({ doctorId }) => reporter(doctorId)) ?? due[0];
  if (!check?.appointmentStart) return;
  const { id, version, doctorId, appointmentStart } = check;
  const actor = reporter(doctorId)?.actor ?? planner;
  const result: ResultInput = { ...EXAMINED, examinedFrom: appointmentStart, examinedTo: minutesAfter(appointmentStart, SHORT_MINUTES) };
  const sent = await checks.submitResult(actor, id, version, result);
  await checks.sendResult(actor, id, sent.version);
}

/** So short that the quality check holds the result (domain/check/quality). */
const SHORT_MINUTES = 2;
const EXAMINED = {
  checkOccurence: 'Yes',
  timesReason: '',
  newIncapacityEndDate: null,
  workerDisagreement: false,
  secondCheckNeeded: false,
  prolongationNeeded: false,
  injuryDifference: null,
  independenceDeclared: true,
  findingsHandedOver: true,
  archiveComment: '',
  medicalNote: '',
} as const satisfies Partial<ResultInput>;
