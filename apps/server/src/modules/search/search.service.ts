import { AppError } from '@checkwell/domain/errors';
import { type Ability, type Actor, reachOf } from '@checkwell/domain/policy';
import type { PageArguments } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import type { Certificate, CertificateService } from '../certificates/certificates.service.ts';
import type { CheckListArguments, CheckService, CheckView } from '../checks/checks.service.ts';
import type { Company, CompanyService } from '../companies/companies.service.ts';
import type { Doctor, DoctorService } from '../doctors/doctors.service.ts';
import type { Employee, EmployeeService } from '../employees/employees.service.ts';

/** Rows of each kind: what one looks over at a glance; the lists show the rest. */
export const SEARCH_ROWS = 5;

/** Workers whose checks are shown although no check has the very words. */
const RESEMBLING_WORKERS = 3;

/** What a text finds, kind by kind; a kind is asked for when somebody wants it, once. Out of the actor's reach: none. */
export interface SearchResults {
  employees(): Promise<readonly Employee[]>;
  /** Checks in progress; a doctor's missions that wait. */
  checks(): Promise<readonly CheckView[]>;
  /** Archived checks. */
  reports(): Promise<readonly CheckView[]>;
  certificates(): Promise<readonly Certificate[]>;
  doctors(): Promise<readonly Doctor[]>;
  companies(): Promise<readonly Company[]>;
}

export interface SearchQuery {
  /** Words in any order, without accents; words of names may be misspelt. Empty: the newest checks of the company. */
  readonly text: string;
  /** Narrows, and never gives a right. */
  readonly companyId: string | null;
}

export interface SearchService {
  /**
   * One search over everything that the actor's lists hold. The lists' own services answer, so that nothing is found here that
   * their screens would not show. @throws {AppError} `access.unauthenticated`; `request.invalid` from the lists
   */
  find(actor: Actor, query: SearchQuery): SearchResults;
}

export interface SearchDeps {
  readonly certificates: Pick<CertificateService, 'list'>;
  readonly checks: Pick<CheckService, 'listOpen' | 'listReports'>;
  readonly companies: Pick<CompanyService, 'list'>;
  readonly doctors: Pick<DoctorService, 'list'>;
  readonly employees: Pick<EmployeeService, 'list'>;
}

export function createSearchService({ certificates, checks, companies, doctors, employees }: SearchDeps): SearchService {
  return {
    find(actor, { text, companyId }) {
      if (actor.kind === 'anonymous') throw new AppError('access.unauthenticated');
      const search = text.trim();
      const reaches = (ability: Ability): boolean => reachOf(actor, ability, companyId).kind !== 'none';
      const page = { first: SEARCH_ROWS, lookups: new Map() } satisfies PageArguments;

      const findEmployees = once(async () =>
        search !== '' && reaches('employee.read') ? rowsOf(employees.list(actor, { filter: { companyId, search }, ...page })) : [],
      );

      async function findChecks(list: (actor: Actor, options: Omit<CheckListArguments, 'sort'>) => Promise<Page<CheckView>>) {
        if (!reaches('check.read') || (search === '' && companyId === null)) return [];
        const found = await rowsOf(list(actor, { filter: { companyId, search }, ...page }));
        // Lists of checks take words as they are; those of an employer's workers are few enough to look for a name like them.
        if (found.length > 0 || search === '' || actor.kind !== 'employer') return found;
        const workers = (await findEmployees()).slice(0, RESEMBLING_WORKERS);
        const theirs = workers.map(({ id: employeeId }) => rowsOf(list(actor, { filter: { companyId, employeeId }, ...page })));
        return (await Promise.all(theirs)).flat().slice(0, SEARCH_ROWS);
      }

      return {
        employees: findEmployees,
        checks: () => findChecks(checks.listOpen),
        reports: () => findChecks(checks.listReports),
        certificates: async () =>
          search !== '' && reaches('certificate.read') ? rowsOf(certificates.list(actor, { filter: { companyId, search }, ...page })) : [],
        doctors: async () => (search !== '' && reaches('doctor.read') ? rowsOf(doctors.list(actor, { filter: { search }, ...page })) : []),
        companies: async () =>
          search !== '' && reaches('company.read') ? rowsOf(companies.list(actor, { filter: { search }, ...page })) : [],
      };
    },
  };
}

const rowsOf = async <Node>(page: Promise<Page<Node>>): Promise<readonly Node[]> => (await page).nodes;

/** The same answer for all who ask. */
function once<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let answer: Promise<Result> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
}
