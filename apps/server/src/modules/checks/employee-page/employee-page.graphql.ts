import {
  builder,
  ClaimPaymentType,
  SentCertificateStateType,
  TravelClaimStateType,
  TravelMeansType,
  weight,
} from '../../../graphql/builder.ts';
import { DocumentType, documentOf } from '../../documents/documents.graphql.ts';
import type { SaidAddress } from './employee-address.service.ts';
import type { SentCertificate } from './sent-certificates.service.ts';
import type { TravelClaim } from './travel-claims.service.ts';

export const SaidAddressType = builder.objectRef<SaidAddress>('SaidAddress').implement({
  description: 'The address where the employee says to be staying, and how to find the door. It does not change the mission.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'Empty: nothing said about it.' }),
    bell: t.exposeString('bell', { description: 'Kept until the check ends.' }),
    doorCode: t.exposeString('doorCode', { description: 'Kept until the check ends.' }),
    saidAt: t.expose('saidAt', { type: 'DateTime' }),
    otherPlace: t.exposeBoolean('otherPlace', { description: 'Whether it is not the place of the order.' }),
    reviewedAt: t.expose('reviewedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a planner dealt with the different address; null: nobody has yet.',
    }),
  }),
});

export const SentCertificateType = builder.objectRef<SentCertificate>('SentCertificate').implement({
  description:
    "A certificate that the employee sent, which HR looks at. It is none of the register until it is saved with its document's id.",
  fields: (t) => ({
    id: t.exposeID('id'),
    sentAt: t.expose('sentAt', { type: 'DateTime' }),
    startDate: t.expose('startDate', { type: 'Date', description: 'As the employee says.' }),
    endDate: t.expose('endDate', { type: 'Date', description: 'As the employee says.' }),
    state: t.expose('state', { type: SentCertificateStateType, description: 'Waiting, Registered, or why it was put aside.' }),
    certificateId: t.exposeID('certificateId', {
      nullable: true,
      description: 'The certificate under which it was registered; null: it was not.',
    }),
    document: t.field({
      type: DocumentType,
      nullable: true,
      description: 'null once it was put aside: then it is deleted.',
      extensions: weight(5),
      resolve: ({ documentId }, _, context) => documentOf(context, documentId),
    }),
  }),
});

export const TravelClaimType = builder.objectRef<TravelClaim>('TravelClaim').implement({
  description: 'The travel costs that the employee claims for the way to the doctor. Amounts in cents.',
  fields: (t) => ({
    id: t.exposeID('checkId', { description: 'Id of the check, which has one claim at most.' }),
    version: t.exposeInt('version'),
    state: t.expose('state', { type: TravelClaimStateType }),
    means: t.expose('means', { type: TravelMeansType }),
    km: t.exposeInt('km', { nullable: true, description: 'Kilometres there and back; null for other means than a car.' }),
    kmRate: t.exposeInt('kmRate', { nullable: true, description: 'For a kilometre, in ten-thousandths of a euro.' }),
    kmRateFrom: t.expose('kmRateFrom', { type: 'Date', nullable: true, description: 'The first day of that rate.' }),
    amountCents: t.exposeInt('amountCents'),
    reason: t.exposeString('reason', { description: 'The means of transport where it was neither a car nor public transport, and why.' }),
    payment: t.expose('payment', { type: ClaimPaymentType }),
    ibanEnd: t.exposeString('ibanEnd', {
      nullable: true,
      description: 'The end of the account number. All of it: `readTravelClaimAccount`.',
    }),
    claimedAt: t.expose('claimedAt', { type: 'DateTime' }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When the employee last corrected it.' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true }),
    paidOn: t.expose('paidOn', { type: 'Date', nullable: true }),
    paidCents: t.exposeInt('paidCents', { nullable: true }),
    decisionReason: t.exposeString('decisionReason', {
      description: 'Why it was refused, or another amount was paid; the employee reads it.',
    }),
    canDecide: t.exposeBoolean('canDecide', { description: 'Whether the caller may pay or refuse it now.' }),
    canReadAccount: t.exposeBoolean('canReadAccount'),
    receipt: t.field({
      type: DocumentType,
      nullable: true,
      extensions: weight(5),
      resolve: ({ documentId }, _, context) => documentOf(context, documentId),
    }),
  }),
});
