import { FLAG_NAMES, FLAGS, type FlagName } from '@checkwell/domain/flags/flags';
import { onFirstUse } from '../on-first-use.ts';

const library = onFirstUse(['@openfeature/core', '@openfeature/flagd-core'], async () => ({
  ...(await import('@openfeature/core')),
  ...(await import('@openfeature/flagd-core')),
}));

/** The companies for which a flag is on. */
export interface FlagRule {
  readonly enabled: boolean;
  readonly percentage: number;
  /** Answers of single companies. */
  readonly companies: readonly { readonly companyId: string; readonly enabled: boolean }[];
}

/** What the rules are about: nothing of it comes from the caller unchecked. */
export interface FlagSubject {
  /** Tells people apart who belong to no company. */
  readonly key: string;
  /** Empty: none. */
  readonly companyId: string;
}

export interface FlagAnswer {
  readonly key: FlagName;
  readonly value: boolean;
  readonly variant: string;
  /** Reason as OpenFeature defines it: `STATIC` for a flag that is the same for all, else `TARGETING_MATCH`. */
  readonly reason: string;
}

/** Answers by the rules of one moment. */
export interface FlagRules {
  /** The answers of all flags, in the order of `FLAGS`. */
  all(subject: FlagSubject): readonly FlagAnswer[];
  one(name: FlagName, subject: FlagSubject): FlagAnswer;
}

/** Without a row, the flag is what the list says. */
export const ruleOf = (name: FlagName): FlagRule => ({ enabled: FLAGS[name], percentage: 100, companies: [] });

/** Rules in the language of flagd, evaluated by its core. */
export async function flagRules(rules: ReadonlyMap<string, FlagRule>): Promise<FlagRules> {
  const { FlagdCore, StandardResolutionReasons } = await library();
  // Interpreted: a server that makes code of data is one mistake away from running it.
  const core = new FlagdCore(undefined, undefined, { disableDynamicCodeGeneration: true });
  core.setConfigurations(
    JSON.stringify({ flags: Object.fromEntries(FLAG_NAMES.map((name) => [name, flagdFlag(rules.get(name) ?? ruleOf(name))])) }),
  );
  const one = (name: FlagName, { key, companyId }: FlagSubject): FlagAnswer => {
    const { value, variant, reason } = core.resolveBooleanEvaluation(name, FLAGS[name], { targetingKey: key, companyId });
    return { key: name, value, variant: variant ?? (value ? 'on' : 'off'), reason: reason ?? StandardResolutionReasons.UNKNOWN };
  };
  return { all: (subject) => FLAG_NAMES.map((name) => one(name, subject)), one };
}

function flagdFlag({ enabled, percentage, companies }: FlagRule) {
  const variants = { on: true, off: false };
  if (!enabled) return { state: 'ENABLED', variants, defaultVariant: 'off' };
  const named = (wanted: boolean) => companies.filter((company) => company.enabled === wanted).map(({ companyId }) => companyId);
  if (companies.length === 0 && percentage === 100) return { state: 'ENABLED', variants, defaultVariant: 'on' };
  const companyId = { var: 'companyId' };
  // Colleagues work on the same checks, so a company has a feature or not; the flag's name makes it others for each flag.
  const unit = { if: [{ '==': [companyId, ''] }, { var: 'targetingKey' }, companyId] };
  return {
    state: 'ENABLED',
    variants,
    defaultVariant: 'off',
    targeting: {
      if: [
        { in: [companyId, named(true)] },
        'on',
        { in: [companyId, named(false)] },
        'off',
        { fractional: [{ cat: [{ var: '$flagd.flagKey' }, unit] }, ['on', percentage], ['off', 100 - percentage]] },
      ],
    },
  };
}
