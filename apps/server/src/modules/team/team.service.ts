import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import type { TeamSortField } from '@checkwell/domain/people/enums';
import { teamFilterRule } from '@checkwell/domain/people/list';
import type { Actor } from '@checkwell/domain/policy';
import type { Database } from '../../platform/db/database.ts';
import type { PageArguments, Sort } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import { profileIdOf, reachable } from '../../platform/guard.ts';
import { parseInput } from '../../platform/input.ts';
import type { Identity } from '../identity/identity.service.ts';
import type { TeamMemberRow } from './team.repository.ts';
import * as repository from './team.repository.ts';

/** An account of the provider: of its team, or of a doctor. */
export interface TeamMember extends TeamMemberRow {
  /** Whether it is the one who asks. */
  readonly isSelf: boolean;
  /** Whether signing in asks for a second step. */
  readonly hasSecondStep: boolean;
}

export interface TeamListArguments extends PageArguments {
  /** Parsed here. */
  readonly filter?: unknown;
  readonly sort?: Sort<TeamSortField> | null | undefined;
}

/** Accounts of the provider's own people, for the team: it helps users who lost the second step (docs/decisions/0021). */
export interface TeamService {
  /** By family name, unless sorted otherwise. @throws {AppError} `access.forbidden` for everybody else */
  list(actor: Actor, options: TeamListArguments): Promise<Page<TeamMember>>;
}

export interface TeamDeps {
  readonly db: Database;
  readonly identity: Pick<Identity, 'findProtected'>;
}

export function createTeamService({ db, identity }: TeamDeps): TeamService {
  return {
    async list(actor, { filter, sort, first, after }) {
      reachable(actor, 'team.read');
      const parsed = parseInput(teamFilterRule, filter ?? {});
      const page = await db.as(
        actor,
        (tx) => repository.listMembers(tx, { ...parsed, sort: sort ?? PLAIN_LISTS.team.first, first, after }),
        { readonly: true },
      );
      const secured = await identity.findProtected(page.nodes.map(({ id }) => id));
      const nodes = page.nodes.map((row) => ({ ...row, isSelf: row.id === profileIdOf(actor), hasSecondStep: secured.has(row.id) }));
      return { ...page, nodes };
    },
  };
}
