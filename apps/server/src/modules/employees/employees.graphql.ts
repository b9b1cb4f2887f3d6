import { MAX_EMPLOYEES_AT_ONCE } from '@checkwell/domain/constants';
import { EMPLOYEE_SORT_FIELDS, EMPLOYMENTS } from '@checkwell/domain/people/enums';
import { EMPLOYEE_FIELDS } from '@checkwell/domain/people/fields';
import { builder, connectionOf, GenderType, pageArgs, rows, sortInput, WorkerLanguageType } from '../../graphql/builder.ts';
import { exposed } from '../../graphql/fields.ts';
import { fieldsAsked } from '../../graphql/selection.ts';
import { SuperiorType } from '../superiors/superiors.graphql.ts';
import type { Employee, SuperiorChange } from './employees.service.ts';

export const EmployeeType = builder.objectRef<Employee>('Employee');

EmployeeType.implement({
  description: 'An employee of a client company.',
  fields: (t) => ({
    ...exposed(t, EMPLOYEE_FIELDS, {
      employeeMatricule: "The employer's own number for the person.",
      subEmployee: 'Part of the company that the worker belongs to.',
      workerNISS: 'National register number, masked; null without one or without the right to know.',
      leftAt: 'Last day of work for the company.',
    }),
    superior: t.expose('superior', { type: SuperiorType, nullable: true }),
  }),
});

const EmployeeConnection = connectionOf('EmployeeConnection', EmployeeType);

const EmploymentType = builder.enumType('Employment', { values: EMPLOYMENTS });
const EmployeeFilter = builder.inputType('EmployeeFilter', {
  fields: (t) => ({
    companyId: t.id(),
    superiorId: t.id(),
    employment: t.field({ type: EmploymentType, description: 'Left out: current and former employees.' }),
    search: t.string({ description: 'Words of the name or the number; a national register number.' }),
  }),
});

const EmployeeSort = sortInput('Employee', EMPLOYEE_SORT_FIELDS);

const EmployeeInput = builder.inputType('EmployeeInput', {
  fields: (t) => ({
    employeeMatricule: t.string({ required: true }),
    employeeFirstName: t.string({ required: true }),
    employeeLastName: t.string({ required: true }),
    employeeLanguage: t.field({ type: WorkerLanguageType, required: true }),
    employeeGender: t.field({ type: GenderType, required: true }),
    employeePhoneNumber: t.string({ required: true }),
    employeeAddress: t.string({ required: true }),
    function: t.string({ required: true }),
    subEmployee: t.string({ required: true }),
    superiorId: t.id({ description: 'null: no superior.' }),
    workerNISS: t.string({ description: 'Left out: the number stays as it is; empty: it is removed.' }),
  }),
});

const EmployeeVersion = builder.inputType('EmployeeVersion', {
  description: 'An employee, with the version that the caller saw.',
  fields: (t) => ({ id: t.id({ required: true }), version: t.int({ required: true }) }),
});

const EmployeeRefusalType = builder.objectRef<SuperiorChange['refused'][number]>('EmployeeRefusal').implement({
  description: 'An employee who was not changed.',
  fields: (t) => ({
    employeeId: t.exposeID('employeeId'),
    code: t.exposeString('code', { description: 'Code of the error that says why.' }),
  }),
});

const SuperiorChangeType = builder.objectRef<SuperiorChange>('SuperiorChange').implement({
  description: 'The outcome of giving several employees another superior.',
  fields: (t) => ({
    changed: t.field({
      type: ['ID'],
      extensions: rows(MAX_EMPLOYEES_AT_ONCE),
      description: 'Employees who have this superior now.',
      resolve: ({ changed }) => [...changed],
    }),
    refused: t.field({ type: [EmployeeRefusalType], extensions: rows(MAX_EMPLOYEES_AT_ONCE), resolve: ({ refused }) => [...refused] }),
  }),
});

builder.queryFields((t) => ({
  employees: t.field({
    type: EmployeeConnection,
    args: { filter: t.arg({ type: EmployeeFilter }), sort: t.arg({ type: EmployeeSort }), ...pageArgs },
    resolve: (_, options, { actor, services }, info) =>
      services.employees.list(actor, { ...options, fields: fieldsAsked(info, EMPLOYEE_FIELDS) as readonly (keyof Employee)[] | null }),
  }),
  employee: t.field({
    type: EmployeeType,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { actor, services }) => services.employees.get(actor, id),
  }),
}));

builder.mutationFields((t) => ({
  createEmployee: t.field({
    type: EmployeeType,
    args: { companyId: t.arg.id({ required: true }), input: t.arg({ type: EmployeeInput, required: true }) },
    resolve: (_, { companyId, input }, { actor, services }) =>
      services.employees.create(actor, companyId, { ...input, superiorId: input.superiorId ?? null }),
  }),
  updateEmployee: t.field({
    type: EmployeeType,
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true }),
      input: t.arg({ type: EmployeeInput, required: true }),
    },
    resolve: (_, { id, version, input }, { actor, services }) =>
      services.employees.update(actor, id, version, { ...input, superiorId: input.superiorId ?? null }),
  }),
  setEmployeeDeparture: t.field({
    type: EmployeeType,
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true }),
      leftAt: t.arg({ type: 'Date', description: 'Last day of work; null: the employee stays.' }),
    },
    resolve: (_, { id, version, leftAt }, { actor, services }) =>
      services.employees.setDeparture(actor, id, version, { leftAt: leftAt ?? null }),
  }),
  setEmployeesSuperior: t.field({
    type: SuperiorChangeType,
    description: `Gives up to ${MAX_EMPLOYEES_AT_ONCE} employees of a company another superior; the same a second time changes nothing.`,
    args: {
      companyId: t.arg.id({ required: true }),
      superiorId: t.arg.id({ required: true }),
      employees: t.arg({ type: [EmployeeVersion], required: true }),
    },
    resolve: (_, { companyId, superiorId, employees }, { actor, services }) =>
      services.employees.setSuperior(actor, companyId, { superiorId, employees }),
  }),
}));
