import type { Reach } from '@checkwell/domain/policy';

/** Checks that are added up in the tables of the dashboard: of a whole company, or of one superior. */
export interface SummedScope {
  readonly companyId: string;
  /** Null: the whole company. */
  readonly superiorId: string | null;
}
/** Checks that somebody ordered by hand: few enough to be counted each time. */
export interface OrderedScope {
  readonly companyId: string;
  readonly orderedByProfileId: string;
  /** Only of this superior. */
  readonly superiorId: string | null;
  /** Not of this superior, whose checks are summed up already. */
  readonly exceptSuperiorId: string | null;
}

/** Whose checks a dashboard is about; no check is in two of them. */
export interface Scopes {
  /** `any`: of every company, for the product itself. */
  readonly summed: readonly SummedScope[] | 'any';
  readonly ordered: readonly OrderedScope[];
}

/**
 * What the actor reaches, as scopes: all of a company for administrators; for others the checks of their team, and those that they
 * ordered for other teams.
 * @param superiorId narrows to this superior's checks
 */
export function scopesOf(reach: Reach, superiorId: string | null): Scopes {
  if (reach.kind === 'any') return { summed: 'any', ordered: [] };
  if (reach.kind !== 'companies') return { summed: [], ordered: [] };
  const summed: SummedScope[] = [];
  const ordered: OrderedScope[] = [];
  for (const { companyId, own } of reach.companies) {
    if (own === null) {
      summed.push({ companyId, superiorId });
      continue;
    }
    const team = own.superiorId;
    const orders = { companyId, orderedByProfileId: own.profileId };
    if (team !== null && (superiorId === null || superiorId === team)) summed.push({ companyId, superiorId: team });
    if (superiorId === null) ordered.push({ ...orders, superiorId: null, exceptSuperiorId: team });
    else if (superiorId !== team) ordered.push({ ...orders, superiorId, exceptSuperiorId: null });
  }
  return { summed, ordered };
}
