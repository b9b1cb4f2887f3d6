import { ORDER_FLAGS, type OrderFlag } from '@checkwell/domain/check/order-flags';
import type { PriceParts } from '@checkwell/domain/check/price/price-parts';
import { builder, rows } from '../../graphql/builder.ts';
import { LawSourceType, SentenceParamType, sentenceParams } from '../../graphql/law-source.ts';
import { OrderInput, orderOf } from '../checks/checks-inputs.graphql.ts';
import { MomentReasonType } from '../planning/planning.graphql.ts';
import type { OrderForecast } from './forecast.service.ts';

const ForecastPriceType = builder.objectRef<PriceParts>('ForecastPrice').implement({
  description: 'Price of the check at the proposed moment, in cents.',
  fields: (t) => ({
    contract: t.exposeInt('contract'),
    houseSupplement: t.exposeInt('houseSupplement'),
    weekendSupplement: t.exposeInt('weekendSupplement'),
    subtotal: t.exposeInt('subtotal', { description: 'VAT excluded.' }),
    vat: t.exposeInt('vat'),
    total: t.exposeInt('total'),
  }),
});

const OrderFlagCodeType = builder.enumType('OrderFlagCode', { values: ORDER_FLAGS });
const OrderFlagSeverityType = builder.enumType('OrderFlagSeverity', { values: ['blocks', 'attention', 'info'] as const });

const OrderFlagType = builder.objectRef<OrderFlag>('OrderFlag').implement({
  description: 'A remark on an order; only those that block refuse it.',
  fields: (t) => ({
    code: t.expose('code', { type: OrderFlagCodeType }),
    severity: t.expose('severity', { type: OrderFlagSeverityType }),
    params: t.field({ type: [SentenceParamType], extensions: rows(8), resolve: ({ params }) => sentenceParams(params) }),
    source: t.expose('source', { type: LawSourceType, nullable: true }),
    checkId: t.exposeID('checkId', { nullable: true, description: 'The check that the remark is about.' }),
  }),
});

const OrderForecastType = builder.objectRef<OrderForecast>('OrderForecast').implement({
  description: 'What would follow from an order, before it is sent.',
  fields: (t) => ({
    price: t.expose('price', { type: ForecastPriceType, nullable: true, description: 'null for those who see no prices.' }),
    earliestDay: t.expose('earliestDay', {
      type: 'Date',
      nullable: true,
      description: 'The day of the first appointment that any doctor has free.',
    }),
    earliest: t.expose('earliest', {
      type: 'DateTime',
      nullable: true,
      description: 'That appointment; null for employers when the visit is not announced.',
    }),
    proposedDay: t.expose('proposedDay', {
      type: 'Date',
      nullable: true,
      description: 'The day of the appointment that fits the wished timing best.',
    }),
    proposed: t.expose('proposed', {
      type: 'DateTime',
      nullable: true,
      description: 'That appointment; null for employers when the visit is not announced.',
    }),
    reason: t.expose('reason', { type: MomentReasonType, nullable: true, description: 'Why this appointment is proposed.' }),
    doctors: t.exposeInt('doctors', { description: 'Doctors who are free on the proposed day.' }),
    placeKnown: t.boolean({
      description: 'false: the address was not found, so that every doctor counts.',
      resolve: ({ precision }) => precision !== null,
    }),
    flags: t.field({ type: [OrderFlagType], extensions: rows(12), resolve: ({ flags }) => [...flags] }),
  }),
});

builder.queryField('orderForecast', (t) =>
  t.field({
    type: OrderForecastType,
    args: { input: t.arg({ type: OrderInput, required: true }) },
    resolve: (_, { input }, { actor, services }) => services.forecast.forecast(actor, orderOf(input)),
  }),
);
