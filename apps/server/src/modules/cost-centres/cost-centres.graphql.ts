import { builder, rows } from '../../graphql/builder.ts';
import type { CostCentre } from './cost-centres.service.ts';

const CostCentreType = builder.objectRef<CostCentre>('CostCentre');

CostCentreType.implement({
  description: "A part of a company that pays for its own checks; a worker's `subEmployee` is the code of one.",
  fields: (t) => ({
    id: t.exposeID('id'),
    companyId: t.exposeID('companyId'),
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    active: t.exposeBoolean('active', { description: 'Offered when a worker is added or changed.' }),
    purchaseOrder: t.exposeString('purchaseOrder', { description: "Number of its own order, on invoices; empty: the company's." }),
    employeeCount: t.exposeInt('employeeCount', { description: 'Workers who belong to it, those who left excepted.' }),
    version: t.exposeInt('version'),
  }),
});

const CostCentreInput = builder.inputType('CostCentreInput', {
  fields: (t) => ({
    code: t.string({ required: true }),
    name: t.string({ required: true }),
    active: t.boolean({ required: true }),
    purchaseOrder: t.string({ required: true, description: 'May be empty.' }),
  }),
});

builder.queryField('costCentres', (t) =>
  t.field({
    type: [CostCentreType],
    extensions: rows(200),
    description: 'Those in use first, by code.',
    args: { companyId: t.arg.id({ required: true }) },
    resolve: async (_, { companyId }, { actor, services }) => [...(await services.costCentres.list(actor, companyId))],
  }),
);

builder.mutationFields((t) => ({
  createCostCentre: t.field({
    type: CostCentreType,
    args: { companyId: t.arg.id({ required: true }), input: t.arg({ type: CostCentreInput, required: true }) },
    resolve: (_, { companyId, input }, { actor, services }) => services.costCentres.create(actor, companyId, { ...input }),
  }),
  updateCostCentre: t.field({
    type: CostCentreType,
    args: {
      companyId: t.arg.id({ required: true }),
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true }),
      input: t.arg({ type: CostCentreInput, required: true }),
    },
    resolve: (_, { companyId, id, version, input }, { actor, services }) =>
      services.costCentres.update(actor, { companyId, id }, version, { ...input }),
  }),
}));
