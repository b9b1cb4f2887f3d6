import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { CERTIFICATE_FIELDS } from '../certificate/fields.ts';
import { certificateRule, certificateWorkerRule } from '../certificate/rules.ts';
import { CHECK_FIELDS } from '../check/fields.ts';
import { arbitrationRule } from '../check/result/arbitration.ts';
import { releaseRule } from '../check/result/comment-gate.ts';
import { correctionRule, legalHoldRule, modifyRule, nonOperableRule, orderRule, problemRule, resultRule } from '../check/rules.ts';
import { PARTIAL_INCAPACITY_PERCENT } from '../constants.ts';
import { type FieldRule, isEnumKind } from '../fields.ts';
import { oneShotWorkerStep } from '../one-shot/rules.ts';
import { newCompanyRule } from '../people/company.ts';
import { doctorRule } from '../people/doctor.ts';
import { COMPANY_FIELDS, DOCTOR_FIELDS, EMPLOYEE_FIELDS, USER_FIELDS } from '../people/fields.ts';
import { employeeRule, userRule } from '../people/rules.ts';
import { workRulesRule } from '../people/work-rules.ts';

type Rule = z.core.$ZodType;
type Shape = Readonly<Record<string, Rule>>;

/** Each table with the rules by which people enter its fields: rules of whole inputs, and rules of fields that have another name there. */
const TABLES: readonly (readonly [string, Readonly<Record<string, FieldRule<string>>>, readonly Shape[]])[] = [
  [
    'check',
    CHECK_FIELDS,
    [
      orderRule.shape,
      modifyRule.shape,
      oneShotWorkerStep.shape,
      problemRule.shape,
      nonOperableRule.shape,
      resultRule.shape,
      correctionRule.shape,
      arbitrationRule.shape,
      { legalHoldReason: legalHoldRule.shape.reason, releasedComment: releaseRule.shape.comment },
    ],
  ],
  ['certificate', CERTIFICATE_FIELDS, [certificateRule.shape, certificateWorkerRule.shape]],
  ['employee', EMPLOYEE_FIELDS, [employeeRule.shape]],
  ['company', COMPANY_FIELDS, [newCompanyRule.shape, workRulesRule('2026-11-28').shape]],
  ['doctor', DOCTOR_FIELDS, [doctorRule.shape]],
  ['user', USER_FIELDS, [userRule.shape]],
];

/** The server computes these; the database limits them (catalogue.test.ts of the server). */
const COMPUTED = ['examinationMinutes', 'doctorEfficiency'];

/** An order has a percentage for partial incapacities alone; a check has 100 % for all others. */
const NARROWER: Readonly<Record<string, object>> = { incapacityPercentage: PARTIAL_INCAPACITY_PERCENT };

/** The rule of a value that may be left out or null, or that is changed once it is valid. */
function innermost(rule: Rule): Rule {
  const { innerType, in: first } = rule._zod.def as { readonly innerType?: Rule; readonly in?: Rule };
  const within = innerType ?? first;
  return within ? innermost(within) : rule;
}

/** The limits of a number, and the most characters of a text; what a rule also does (`minLength` for a text that must be there) is no limit. */
function limitsOf(rule: Rule): { readonly min?: number | undefined; readonly max?: number | undefined } {
  const { checks = [] } = innermost(rule)._zod.def;
  const found = (name: string) => {
    const defs = checks.map(({ _zod: { def } }) => def as { readonly check: string; readonly value?: number; readonly maximum?: number });
    return defs.find(({ check }) => check === name);
  };
  return { min: found('greater_than')?.value, max: found('less_than')?.value ?? found('max_length')?.maximum };
}

/** What kinds of field a value of a rule can be. */
function fits({ kind }: FieldRule<string>, rule: Rule): boolean {
  switch (innermost(rule)._zod.def.type) {
    case 'string':
      return ['id', 'text', 'lines', 'phone', 'day', 'time'].includes(kind as string);
    case 'boolean':
      return kind === 'yesNo';
    case 'number':
      return ['number', 'percent', 'money', 'minutes', 'km'].includes(kind as string);
    case 'date':
      return kind === 'instant';
    case 'enum':
      return kind !== undefined && isEnumKind(kind);
    default:
      return false;
  }
}

describe.each(TABLES)('the fields of the table %s', (_, table, shapes) => {
  const entered = shapes.flatMap((shape) => Object.entries(shape).filter(([name]) => table[name]?.kind !== undefined));

  it('have the kind and the limits of the rules by which they are entered', () => {
    for (const [name, rule] of entered) {
      const field = table[name] as FieldRule<string>;
      expect(fits(field, rule), `${name} is a ${field.kind}`).toBe(true);
      expect(limitsOf(rule), name).toEqual(NARROWER[name] ?? { min: field.min, max: field.max });
    }
  });

  it('have no limit that no rule has', () => {
    const limited = Object.keys(table).filter((name) => table[name]?.max !== undefined && !COMPUTED.includes(name));
    expect(limited.filter((name) => !entered.some(([other]) => other === name))).toEqual([]);
  });
});
