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
  description: 'Where the employee says to stay, and how to find the door. The mission stays what it is.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'Empty: nothing said about it.' }),
    bell: t.exposeString('bell', { description: 'Kept until the check ends.' }),
    doorCode: t.exposeString('doorCode', { description: 'Kept until the check ends.' }),
    saidAt: t.expose('saidAt', { type: 'DateTime' }),
    otherPlace: t.exposeBoolean('otherPlace', { description: 'Whether it is not the place of the order.' }),
    reviewedAt: t.expose('reviewedAt', { type: 'DateTime', nullable: true, description: 'When a planner dealt with that.' }),
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
    certificateId: t.exposeID('certificateId', { nullable: true, description: 'As which it was registered.' }),
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
  description: 'What the employee asks back for the way to the doctor. Amounts in cents.',
  fields: (t) => ({
    id: t.exposeID('checkId', { description: 'Of the check: it has one claim at most.' }),
    version: t.exposeInt('version'),
    state: t.expose('state', { type: TravelClaimStateType }),
    means: t.expose('means', { type: TravelMeansType }),
    km: t.exposeInt('km', { nullable: true, description: 'There and back; null for other means than a car.' }),
    kmRate: t.exposeInt('kmRate', { nullable: true, description: 'For a kilometre, in ten-thousandths of a euro.' }),
    kmRateFrom: t.expose('kmRateFrom', { type: 'Date', nullable: true, description: 'The first day of that rate.' }),
    amountCents: t.exposeInt('amountCents'),
    reason: t.exposeString('reason', { description: 'What else than car or public transport it was, and why.' }),
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
