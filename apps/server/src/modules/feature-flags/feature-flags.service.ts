import { createHash } from 'node:crypto';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { ANONYMOUS_FLAG_KEY, FLAG_NAMES, type FlagName, isFlagName } from '@checkwell/domain/flags/flags';
import { featureFlagRule } from '@checkwell/domain/flags/rules';
import type { Actor } from '@checkwell/domain/policy';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, ReadTx } from '../../platform/db/database.ts';
import { compareAndSet, lockRow } from '../../platform/db/locked.ts';
import { type FlagAnswer, type FlagRules, type FlagSubject, flagRules, ruleOf } from '../../platform/flags/flag-rules.ts';
import type { ExternalFlags } from '../../platform/flags/launchdarkly.ts';
import { fieldErrorAt, profileIdOf, reachable } from '../../platform/guard.ts';
import { parseInput } from '../../platform/input.ts';
import { notifyLive } from '../../platform/live/notify.ts';
import type { FlagCompanyRow } from './feature-flags.repository.ts';
import * as repository from './feature-flags.repository.ts';

/** A flag as the provider's team sets it. */
export interface FeatureFlag {
  readonly name: FlagName;
  readonly enabled: boolean;
  readonly percentage: number;
  readonly companies: readonly Pick<FlagCompanyRow, 'companyId' | 'companyName' | 'enabled'>[];
  /** 0: nobody has set it yet. */
  readonly version: number;
  readonly updatedAt: Date | null;
  readonly updatedBy: string | null;
}

/** Selectors of a request for flags; they never give a right. */
export interface EvaluationContext {
  /** Counts for visitors alone: signed-in users are evaluated as themselves. */
  readonly key?: string | undefined;
  /** One of the actor's companies; any other counts as none. */
  readonly companyId?: string | undefined;
}

/** Another service that the viewer's pages ask about flags. */
export interface FlagService {
  /** Public id of its environment. */
  readonly clientId: string;
  /** Origin of a proxy that is asked in its place; null: the service's own addresses. */
  readonly relayUrl: string | null;
  /** Stands for the viewer there; null: their e-mail address does, with their names. */
  readonly userCode: string | null;
}

/** The check with which other modules guard their features. */
export interface FlagGuard {
  /** Whether the feature is on for this company, regardless of who asks. */
  isOnFor(name: FlagName, companyId: string): Promise<boolean>;
}

/** Feature flags: rules by company and share, asked by the product itself and by browsers. */
export interface FeatureFlagService extends FlagGuard {
  /** All flags as they are for the actor. */
  evaluate(actor: Actor, context: EvaluationContext): Promise<{ readonly flags: readonly FlagAnswer[]; readonly etag: string }>;
  /** @returns null: there is no such flag */
  evaluateOne(actor: Actor, name: string, context: EvaluationContext): Promise<FlagAnswer | null>;
  /** null: pages ask this server. */
  external(actor: Actor): FlagService | null;
  /** All flags, in the order of `FLAGS`. */
  list(actor: Actor): Promise<readonly FeatureFlag[]>;
  /**
   * Takes effect at once, in every process and every open screen.
   * @param input parsed here
   * @throws {AppError} `entity.notFound`, `entity.changedMeanwhile`, `request.invalid`
   */
  set(actor: Actor, name: string, version: number, input: unknown): Promise<FeatureFlag>;
}

export interface FeatureFlagDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly elsewhere?: ExternalFlags | null;
}

export function createFeatureFlagService({ db, clock, elsewhere = null }: FeatureFlagDeps): FeatureFlagService {
  let known: { readonly versions: string; readonly rules: FlagRules } | undefined;

  /** The rules as they are now; read again only when one of them has another version. */
  const current = (): Promise<FlagRules> =>
    db.system('feature flags', async (tx) => {
      const versions = JSON.stringify(await repository.findVersions(tx));
      if (known?.versions !== versions)
        known = { versions, rules: await flagRules(new Map((await read(tx)).map((flag) => [flag.name, flag]))) };
      return known.rules;
    });

  return {
    async isOnFor(name, companyId) {
      return (await current()).one(name, { key: companyId, companyId }).value;
    },

    async evaluate(actor, context) {
      const flags = (await current()).all(subjectOf(actor, context));
      return { flags, etag: etagOf(flags) };
    },

    async evaluateOne(actor, name, context) {
      return isFlagName(name) ? (await current()).one(name, subjectOf(actor, context)) : null;
    },

    external(actor) {
      if (!elsewhere || !('email' in actor)) return null;
      const { clientId, relayUrl } = elsewhere;
      return { clientId, relayUrl, userCode: elsewhere.codeOf(actor.email) };
    },

    async list(actor) {
      reachable(actor, 'flag.read');
      return db.as(actor, read, { readonly: true });
    },

    async set(actor, name, version, input) {
      reachable(actor, 'flag.write');
      if (!isFlagName(name)) throw new AppError('entity.notFound');
      const wanted = parseInput(featureFlagRule, input);
      return db.as(actor, async (tx) => {
        const [unknown] = await repository.findUnknown(
          tx,
          wanted.companies.map(({ companyId }) => companyId),
        );
        if (unknown !== undefined)
          throw fieldErrorAt(
            `companies.${wanted.companies.findIndex(({ companyId }) => companyId === unknown)}.companyId`,
            'invalidChoice',
          );
        const { companies, ...rule } = wanted;
        const changes = { ...rule, updatedByProfileId: profileIdOf(actor), updatedAt: clock.now() };
        const stored = await lockRow(tx, 'feature_flags', { name });
        if (stored) await compareAndSet(tx, stored, version, changes);
        else if (version !== 0 || !(await repository.insertFlag(tx, name, changes))) throw new AppError('entity.changedMeanwhile');
        await repository.replaceCompanies(tx, name, companies);
        await logAccess(tx, actor, `flag.set.${name}`, 'feature_flags', null, null);
        await notifyLive(tx, { topic: 'flag', companyId: null, id: name, version: version + 1 });
        const saved = (await read(tx)).find((flag) => flag.name === name);
        if (!saved) throw new AppError('entity.notFound');
        return saved;
      });
    },
  };
}

async function read(tx: ReadTx): Promise<readonly FeatureFlag[]> {
  const [flags, companies] = [await repository.findFlags(tx), await repository.findCompanies(tx)];
  return FLAG_NAMES.map((name) => {
    const row = flags.find((flag) => flag.name === name);
    return {
      ...ruleOf(name),
      version: 0,
      updatedAt: null,
      updatedBy: null,
      ...row,
      name,
      companies: companies
        .filter((company) => company.name === name)
        .map(({ companyId, companyName, enabled }) => ({ companyId, companyName, enabled })),
    };
  });
}

/** Who is asked about, from what the server knows itself (security.md: claims of a client are no authority). */
function subjectOf(actor: Actor, { key, companyId = '' }: EvaluationContext): FlagSubject {
  switch (actor.kind) {
    case 'anonymous':
      return { key: key || ANONYMOUS_FLAG_KEY, companyId: '' };
    case 'system':
      return { key: actor.name, companyId: '' };
    case 'employer':
      return { key: actor.email, companyId: actor.memberships.some((membership) => membership.companyId === companyId) ? companyId : '' };
    default:
      return { key: actor.email, companyId: '' };
  }
}

/** The same for the same answers, so that a client that has them need not fetch them again (RFC 9110, 8.8.3). */
const etagOf = (answers: readonly FlagAnswer[]): string =>
  `"${createHash('sha256').update(JSON.stringify(answers)).digest('base64url').slice(0, 22)}"`;
