import { certificateFilterRule } from '@checkwell/domain/certificate/list';
import { certificateRule, certificateWorkerRule } from '@checkwell/domain/certificate/rules';
import { checkFilterRule } from '@checkwell/domain/check/list';
import { arbitrationRule } from '@checkwell/domain/check/result/arbitration';
import {
  callRule,
  cancelRule,
  correctionRule,
  letterRule,
  modifyRule,
  nonOperableRule,
  orderRule,
  problemRule,
  resultRule,
  scheduleRule,
} from '@checkwell/domain/check/rules';
import { dashboardFilterRule } from '@checkwell/domain/dashboard/filter';
import { signUpFilterRule } from '@checkwell/domain/identity/sign-up';
import { companyRule, newCompanyRule } from '@checkwell/domain/people/company';
import { costCentreRule } from '@checkwell/domain/people/cost-centre';
import { doctorFilterRule, doctorRule } from '@checkwell/domain/people/doctor';
import { companyFilterRule, employeeFilterRule, teamFilterRule, userFilterRule } from '@checkwell/domain/people/list';
import { employeeRule, userRule } from '@checkwell/domain/people/rules';
import { workRulesRule } from '@checkwell/domain/people/work-rules';
import { type GraphQLInputType, getNamedType, isEnumType, isInputObjectType, isListType, isNonNullType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { schema } from './schema.ts';

type Rule = z.core.$ZodType;

/** Inputs of the API and filters of its lists, the rule that the service parses them by, and the object of the API with the same fields, if there is one. */
const INPUTS: readonly (readonly [input: string, rule: Readonly<Record<string, Rule>>, object: string | null])[] = [
  ['OrderInput', orderRule.shape, 'Check'],
  ['ModifyInput', modifyRule.shape, 'Check'],
  ['ProblemInput', problemRule.shape, 'Check'],
  ['NonOperableInput', nonOperableRule.shape, 'Check'],
  ['ResultInput', resultRule.shape, 'Check'],
  ['CorrectionInput', correctionRule.shape, 'Check'],
  ['ArbitrationInput', arbitrationRule.shape, 'Check'],
  ['CancelInput', cancelRule.shape, 'Check'],
  ['CallInput', callRule.shape, 'Check'],
  ['LetterInput', letterRule.shape, 'Check'],
  ['ScheduleInput', scheduleRule.shape, 'Check'],
  ['CertificateInput', certificateRule.shape, 'Certificate'],
  ['CertificateWorkerInput', certificateWorkerRule.shape, 'Employee'],
  ['EmployeeInput', employeeRule.shape, 'Employee'],
  ['CompanyInput', companyRule.shape, 'Company'],
  ['NewCompanyInput', newCompanyRule.shape, 'Company'],
  ['WorkRulesInput', workRulesRule('2026-11-28').shape, 'Company'],
  ['CostCentreInput', costCentreRule.shape, 'CostCentre'],
  ['DoctorInput', doctorRule.shape, 'Doctor'],
  ['UserInput', userRule.shape, 'User'],
  ['CheckFilter', checkFilterRule.shape, 'Check'],
  ['CertificateFilter', certificateFilterRule.shape, 'Certificate'],
  ['EmployeeFilter', employeeFilterRule.shape, 'Employee'],
  ['CompanyFilter', companyFilterRule.shape, 'Company'],
  // The period of a dashboard is one with its days, not a name.
  ['DashboardFilter', dashboardFilterRule.shape, null],
  ['DoctorFilter', doctorFilterRule.shape, 'Doctor'],
  ['SignUpFilter', signUpFilterRule.shape, 'SignUp'],
  ['TeamFilter', teamFilterRule.shape, 'User'],
  ['UserFilter', userFilterRule.shape, 'User'],
];

/** API clients from before these fields existed leave them out; the handler says then what that means. */
const LATER: readonly string[] = ['OrderInput.workerEmail'];

/** What a value is in the API that the rule takes: the names of scalars, or the values of an enumeration. */
function typesOf(rule: Rule): readonly string[] {
  const {
    type,
    innerType,
    in: first,
    element,
    entries,
  } = rule._zod.def as {
    readonly type: string;
    readonly innerType?: Rule;
    readonly in?: Rule;
    readonly element?: Rule;
    readonly entries?: Readonly<Record<string, string>>;
  };
  const within = innerType ?? first ?? element;
  if (within) return typesOf(within);
  if (entries) return Object.values(entries);
  const scalars: Readonly<Record<string, readonly string[]>> = {
    string: ['String', 'ID', 'Date', 'Time'],
    boolean: ['Boolean'],
    literal: ['Boolean'],
    number: ['Int'],
    date: ['DateTime'],
    object: ['Object'],
  };
  return scalars[type] ?? [];
}

const takesNothing = (rule: Rule): boolean => ['optional', 'nullable'].includes(rule._zod.def.type);
const isList = (type: GraphQLInputType): boolean => isListType(isNonNullType(type) ? type.ofType : type);
const takesList = (rule: Rule): boolean => {
  const { type, innerType } = rule._zod.def as { readonly type: string; readonly innerType?: Rule };
  return type === 'array' || (innerType !== undefined && takesList(innerType));
};

test.each(INPUTS)('%s has the fields of its rule, each with its type', (name, rules, objectName) => {
  const input = schema.getType(name);
  const object = objectName === null ? null : schema.getType(objectName);
  if (!isInputObjectType(input) || !(object === null || isObjectType(object)))
    throw new Error(`There is no input ${name}, or no object ${objectName}.`);
  const fields = input.getFields();
  expect(Object.keys(fields).toSorted()).toEqual(Object.keys(rules).toSorted());
  for (const [field, rule] of Object.entries(rules)) {
    const type = fields[field]?.type as GraphQLInputType;
    const named = getNamedType(type);
    const types = typesOf(rule);
    if (isEnumType(named))
      expect(
        named.getValues().map((value) => value.name),
        field,
      ).toEqual(expect.arrayContaining([...types]));
    else expect(types, field).toContain(isInputObjectType(named) ? 'Object' : named.name);
    expect(isNonNullType(type), `${field} is compulsory`).toBe(!takesNothing(rule) && !LATER.includes(`${name}.${field}`));
    expect(isList(type), field).toBe(takesList(rule));
    const shown = object?.getFields()[field];
    if (shown && !isInputObjectType(named))
      expect(named.name, `${field} is the same as in ${objectName}`).toBe(getNamedType(shown.type).name);
  }
});
