import type { CheckOccurence } from './check/enums.ts';
import type { AccessType } from './people/enums.ts';
import type { Role } from './roles.ts';

/**
 * none: never. own: rows of the actor's superior record, ordered by the actor, or (doctor) the actor's missions.
 * company: every row of the actor's companies. any: every row.
 */
export type Scope = 'none' | 'own' | 'company' | 'any';

const nobody = { anonymous: 'none', employerAdmin: 'none', employerBasic: 'none', planner: 'none', doctor: 'none', system: 'any' } as const;

/**
 * Permissions: ability × role → scope; `none` unless a cell says otherwise. The service checks them once per operation. Screens get the same answers from
 * the API (`Viewer.abilities`) and have no rules of their own. Which fields of a record a role sees is in the field table of the entity (fields.ts).
 */
export const POLICY = {
  'dashboard.read': { ...nobody, employerAdmin: 'company', employerBasic: 'own' },
  // As a file, and by mail to users of the company.
  'dashboard.export': { ...nobody, employerAdmin: 'company', employerBasic: 'own' },
  'check.read': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any', doctor: 'own' },
  'check.order': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any' },
  'check.modify': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any' },
  'check.cancel': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any' },
  'check.plan': { ...nobody, planner: 'any' },
  /**
   * To answer an offer of a mission: the product does it for the holder of the offer's link (docs/decisions/0059). The check is
   * nobody's mission yet.
   */
  'offer.answer': nobody,
  /** Actions of an employee on the employee's page, which the system does for holders of the link (docs/decisions/0066). */
  'employeePage.answer': nobody,
  /** The offers that were made to the doctor. */
  'offer.read': { ...nobody, doctor: 'own' },
  'check.reportProblem': { ...nobody, planner: 'any', doctor: 'own' },
  'check.resolveProblem': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any' },
  'check.recordResult': { ...nobody, planner: 'any', doctor: 'own' },
  /** To correct one's own result that the employer has read (docs/decisions/0078). */
  'check.correctResult': { ...nobody, doctor: 'own' },
  /** To record that an arbitrating doctor was asked, and the ruling (docs/decisions/0109): planners are notified from both sides. */
  'check.arbitrate': { ...nobody, planner: 'any' },
  /** To excuse a no-show for force majeure, and to take that back (docs/decisions/0073). */
  'check.excuse': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any' },
  /** To release a result that is held before the employer reads it, or to ask its doctor about it (docs/decisions/0088). */
  'check.reviewResult': { ...nobody, planner: 'any' },
  /** To report "on my way", "arrived" and "left" for one's own mission. */
  'check.visit': { ...nobody, doctor: 'own' },
  /** The calendar subscription of one's own missions (docs/decisions/0072). */
  'missionCalendar.write': { ...nobody, doctor: 'own' },
  /** The address and door that the employee reported; never visible to the employer (docs/decisions/0070). */
  'employeeAddress.read': { ...nobody, planner: 'any', doctor: 'own' },
  /** To record a call or a posted letter about an employee's appointment. */
  'check.notifyEmployee': { ...nobody, planner: 'any' },
  'check.delete': { ...nobody, planner: 'any' },
  /** To review a doctor's comment on a report before the employer reads it. */
  'check.reviewComment': { ...nobody, planner: 'any' },
  /** The evidence pack of a check that has ended (docs/decisions/0084). */
  'check.evidence': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any' },
  /** To keep a check beyond its retention period, for a dispute, and to end that (docs/decisions/0098). */
  'check.hold': { ...nobody, employerAdmin: 'company', planner: 'any' },
  'check.export': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any' },
  /** Comments between HR, planners and doctor; which of them, `readsComment` says (check/comments/comments.ts). */
  'comment.read': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any', doctor: 'own' },
  'comment.write': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any', doctor: 'own' },
  /** To let the employer read what a doctor wrote for them. */
  'comment.release': { ...nobody, planner: 'any' },
  'medicalNotes.read': { ...nobody, doctor: 'own' },
  'medicalNotes.write': { ...nobody, doctor: 'own' },
  'certificate.read': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any' },
  'certificate.write': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any' },
  'certificate.export': { ...nobody, employerAdmin: 'company', employerBasic: 'own' },
  'document.read': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any', doctor: 'own' },
  /** Certificates that employees sent; only for the employer until they are registered (docs/decisions/0076). */
  'sentCertificate.read': { ...nobody, employerAdmin: 'company', employerBasic: 'own' },
  'sentCertificate.putAside': { ...nobody, employerAdmin: 'company', employerBasic: 'own' },
  /** Travel claims of employees, which are for the employer (docs/decisions/0077). */
  'travelClaim.read': { ...nobody, employerAdmin: 'company', employerBasic: 'own' },
  /** To pay or refuse a travel claim. */
  'travelClaim.decide': { ...nobody, employerAdmin: 'company' },
  /** To read the full account number of a claim, in order to pay it. */
  'travelClaim.readAccount': { ...nobody, employerAdmin: 'company' },
  'document.upload': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any' },
  'employee.read': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any' },
  'employee.export': { ...nobody, employerAdmin: 'company', employerBasic: 'own' },
  /** To export all data of one employee, for that employee (docs/decisions/0101). */
  'employee.personFile': { ...nobody, employerAdmin: 'company' },
  /** To erase the data of one employee on request, unless they must be kept (docs/decisions/0103). */
  'employee.erase': { ...nobody, employerAdmin: 'company' },
  'employee.write': { ...nobody, employerAdmin: 'company', employerBasic: 'own', planner: 'any' },
  /** To see and enter national register numbers of employees, whose use is forbidden in principle (domain.md, fact 8). */
  'employee.niss': { ...nobody, employerAdmin: 'company' },
  'doctor.read': { ...nobody, planner: 'any', doctor: 'own' },
  'doctor.write': { ...nobody, planner: 'any', doctor: 'own' },
  'company.read': { ...nobody, employerAdmin: 'company', employerBasic: 'company', planner: 'any' },
  'company.write': { ...nobody, employerAdmin: 'company', planner: 'any' },
  /** To create a client company (docs/decisions/0028). */
  'company.create': { ...nobody, planner: 'any' },
  /** Invoices and credit notes of the company. */
  'invoice.read': { ...nobody, employerAdmin: 'company', planner: 'any' },
  'invoice.credit': { ...nobody, planner: 'any' },
  /** Card payments of One Shot Checks, and their refunds. */
  'payment.read': { ...nobody, planner: 'any' },
  'payment.refund': { ...nobody, planner: 'any' },
  'superior.read': { ...nobody, employerAdmin: 'company', employerBasic: 'company', planner: 'any' },
  'superior.write': { ...nobody, employerAdmin: 'company', planner: 'any' },
  'user.read': { ...nobody, employerAdmin: 'company', planner: 'any' },
  /** Accounts of the provider's team. */
  'team.read': { ...nobody, planner: 'any' },
  'user.write': { ...nobody, employerAdmin: 'company' },
  /** To give a user access to the company, such as its first administrator (docs/decisions/0028). */
  'user.create': { ...nobody, employerAdmin: 'company', planner: 'any' },
  /** To remove the second step of somebody who lost the device and the recovery codes (docs/decisions/0021); never one's own. */
  'user.removeSecondStep': { ...nobody, employerAdmin: 'company', planner: 'any' },
  /** Tokens with which API clients act for the company. */
  'apiToken.read': { ...nobody, employerAdmin: 'company' },
  'apiToken.write': { ...nobody, employerAdmin: 'company' },
  'profile.self': { ...nobody, employerAdmin: 'own', employerBasic: 'own', planner: 'own', doctor: 'own' },
  /** Requests for an account, and the decisions about them. */
  'signUp.read': { ...nobody, planner: 'any' },
  'signUp.decide': { ...nobody, planner: 'any' },
  /** Sent messages, and those that failed permanently. */
  'mailbox.read': { ...nobody, planner: 'any' },
  /** To send a failed message again. */
  'mailbox.sendAgain': { ...nobody, planner: 'any' },
  /** Which features are on, and for whom (flags/flags.ts). */
  'flag.read': { ...nobody, planner: 'any' },
  'flag.write': { ...nobody, planner: 'any' },
} as const satisfies Record<string, Record<Role, Scope>>;

export type Ability = keyof typeof POLICY;
export const ABILITIES = Object.keys(POLICY) as readonly Ability[];

/**
 * Abilities reserved to people: an API client never has them, whatever its access type. With a stolen token somebody could otherwise create another token
 * or a user.
 */
export const PEOPLE_ONLY: readonly Ability[] = [
  'user.read',
  'user.write',
  'user.create',
  'user.removeSecondStep',
  'apiToken.read',
  'apiToken.write',
  'profile.self',
  // Comments are between people; a stolen token must not reveal them.
  'comment.read',
  'comment.write',
  // Payments to employees, and their account numbers.
  'travelClaim.decide',
  'travelClaim.readAccount',
  // All data of one person at once.
  'employee.personFile',
  // Irreversible actions.
  'employee.erase',
];

/** A user's access to one company. */
export interface Membership {
  readonly companyId: string;
  readonly accesType: AccessType;
  /** The superior record that is this user in this company, if any. */
  readonly superiorId: string | null;
}

/** The user or system that acts. The server creates it only from verified credentials. */
export type Actor =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'employer';
      readonly profileId: string;
      readonly email: string;
      readonly memberships: readonly Membership[];
      /** Set for an API client, which acts for one company. */
      readonly program?: true;
    }
  | { readonly kind: 'planner'; readonly profileId: string; readonly email: string }
  | { readonly kind: 'doctor'; readonly profileId: string; readonly email: string; readonly doctorId: string }
  | { readonly kind: 'system'; readonly name: string };

/** The resource of a permission; an absent key means that it has no such link. */
export interface Resource {
  readonly companyId?: string | null;
  readonly superiorId?: string | null;
  readonly orderedByProfileId?: string | null;
  readonly doctorId?: string | null;
  readonly profileId?: string | null;
}

export const ANONYMOUS: Actor = { kind: 'anonymous' };

/** The actor's role towards one company; an employer user has none towards a foreign company. */
export function roleIn(actor: Actor, companyId: string | null | undefined): Role {
  if (actor.kind !== 'employer') return actor.kind;
  const membership = actor.memberships.find((candidate) => candidate.companyId === companyId);
  if (!membership) return 'anonymous';
  return roleOfAccess(membership.accesType);
}

const ROLE_OF_ACCESS = { admin: 'employerAdmin', basic: 'employerBasic' } as const satisfies Record<AccessType, Role>;
/** The role of an access to a company. */
export const roleOfAccess = (accesType: AccessType): Role => ROLE_OF_ACCESS[accesType];

/** All roles that the actor has in any company. */
export function rolesOf(actor: Actor): readonly Role[] {
  if (actor.kind !== 'employer') return [actor.kind];
  return [...new Set(actor.memberships.map(({ companyId }) => roleIn(actor, companyId)))];
}

/** The scope of the actor's ability in one company, or overall for an actor without company. */
export function scopeIn(actor: Actor, ability: Ability, companyId: string | null | undefined): Scope {
  if (actor.kind === 'employer' && actor.program && PEOPLE_ONLY.includes(ability)) return 'none';
  return POLICY[ability][roleIn(actor, companyId)];
}

/** Whether the actor has the ability over this one resource. */
export function can(actor: Actor, ability: Ability, resource: Resource): boolean {
  const scope = scopeIn(actor, ability, resource.companyId);
  switch (scope) {
    case 'none':
      return false;
    case 'any':
      return true;
    case 'company':
      return resource.companyId !== undefined && resource.companyId !== null;
    case 'own':
      return isOwn(actor, resource);
  }
}

function isOwn(actor: Actor, resource: Resource): boolean {
  if (actor.kind === 'anonymous' || actor.kind === 'system') return false;
  if (resource.profileId === actor.profileId || resource.orderedByProfileId === actor.profileId) return true;
  if (actor.kind === 'doctor') return resource.doctorId === actor.doctorId;
  if (actor.kind !== 'employer') return false;
  const superiorId = actor.memberships.find(({ companyId }) => companyId === resource.companyId)?.superiorId;
  return superiorId !== undefined && superiorId !== null && superiorId === resource.superiorId;
}

/** The part of a list that the actor may see; repositories turn it into a condition. */
export type Reach =
  | { readonly kind: 'none' }
  | { readonly kind: 'any' }
  | { readonly kind: 'doctor'; readonly doctorId: string }
  | { readonly kind: 'companies'; readonly companies: readonly CompanyReach[] };
export interface CompanyReach {
  readonly companyId: string;
  /** null: all rows of the company; otherwise only rows of this superior or ordered by this profile. */
  readonly own: { readonly superiorId: string | null; readonly profileId: string } | null;
}

/** The rows that the actor may see by `ability`; `companyId` narrows them to one company and gives no access itself. */
export function reachOf(actor: Actor, ability: Ability, companyId?: string | null): Reach {
  if (actor.kind === 'employer') {
    const companies = actor.memberships
      .filter((membership) => !companyId || membership.companyId === companyId)
      .flatMap((membership): CompanyReach[] => {
        const scope = scopeIn(actor, ability, membership.companyId);
        if (scope === 'none') return [];
        const own = scope === 'own' ? { superiorId: membership.superiorId, profileId: actor.profileId } : null;
        return [{ companyId: membership.companyId, own }];
      });
    return companies.length > 0 ? { kind: 'companies', companies } : { kind: 'none' };
  }
  const scope: Scope = POLICY[ability][actor.kind];
  if (scope === 'own' && actor.kind === 'doctor') return { kind: 'doctor', doctorId: actor.doctorId };
  // An actor without company has no rows of a company, and one's own profile is not a list.
  if (scope !== 'any') return { kind: 'none' };
  return companyId ? { kind: 'companies', companies: [{ companyId, own: null }] } : { kind: 'any' };
}

/** Whether the actor sees checks deleted as administrative errors: only actors who may delete them. */
export const seesDeleted = (actor: Actor): boolean => reachOf(actor, 'check.delete').kind !== 'none';

/** Whether the check is hidden from the actor, because it was deleted as an administrative error. */
export const isDeletedFor = (actor: Actor, check: { readonly checkOccurence: CheckOccurence | null }): boolean =>
  check.checkOccurence === 'Deleted' && !seesDeleted(actor);

/** Abilities that the actor has over at least one resource, for the screens. */
export function abilitiesOf(actor: Actor): readonly Ability[] {
  const companyIds = actor.kind === 'employer' ? actor.memberships.map(({ companyId }) => companyId) : [null];
  return ABILITIES.filter((ability) => companyIds.some((companyId) => scopeIn(actor, ability, companyId) !== 'none'));
}

/** The facts of the actor for the database's row-level security (design.md 7). */
export interface DatabaseContext {
  readonly role: 'anonymous' | 'employer' | 'planner' | 'doctor' | 'system';
  readonly profileId: string | null;
  readonly companyIds: readonly string[];
  readonly doctorId: string | null;
}

export function contextOf(actor: Actor): DatabaseContext {
  return {
    role: actor.kind,
    profileId: 'profileId' in actor ? actor.profileId : null,
    companyIds: actor.kind === 'employer' ? actor.memberships.map(({ companyId }) => companyId) : [],
    doctorId: actor.kind === 'doctor' ? actor.doctorId : null,
  };
}
