import { DECLINE_REASONS, OFFER_STATES } from '@checkwell/domain/offers/states';
import { builder, DoctorSearchStateType, MessageFailureType, rows, weight } from '../../../graphql/builder.ts';
import { DoctorType, getDoctorOf } from '../../doctors/doctors.graphql.ts';
import { ScheduleInput } from '../checks-inputs.graphql.ts';
import { type CheckOffers, type DoctorsOffer, MAX_OFFERS, type PlannersOffer } from './offers.service.ts';

const OfferStateType = builder.enumType('OfferState', { values: OFFER_STATES });
const DeclineReasonType = builder.enumType('DeclineReason', { values: DECLINE_REASONS });

const OfferType = builder.objectRef<PlannersOffer>('Offer').implement({
  description: 'An offer of one appointment to one doctor.',
  fields: (t) => ({
    id: t.exposeID('id'),
    doctor: t.field({
      type: DoctorType,
      extensions: weight(5),
      resolve: ({ doctorId }, _, context) => getDoctorOf(context, doctorId),
    }),
    state: t.expose('state', { type: OfferStateType }),
    appointmentStart: t.expose('appointmentStart', { type: 'DateTime' }),
    appointmentEnd: t.expose('appointmentEnd', { type: 'DateTime' }),
    distanceKm: t.exposeFloat('distanceKm', { nullable: true }),
    travelMinutes: t.exposeInt('travelMinutes', { nullable: true }),
    fee: t.exposeInt('fee', { description: 'The fee that the doctor was offered, in cents.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', description: 'When the message is sent, outside quiet hours.' }),
    answerableUntil: t.expose('answerableUntil', { type: 'DateTime' }),
    answeredAt: t.expose('answeredAt', { type: 'DateTime', nullable: true }),
    declineReason: t.expose('declineReason', { type: DeclineReasonType, nullable: true }),
    comment: t.exposeString('comment'),
    proposedStart: t.expose('proposedStart', {
      type: 'DateTime',
      nullable: true,
      description: 'The time that the doctor proposed instead.',
    }),
    textFailure: t.expose('textFailure', {
      type: MessageFailureType,
      nullable: true,
      description: 'Why the text message did not arrive; null: it has not failed, or there is none. The e-mail is another message.',
    }),
  }),
});

const CheckOffersType = builder.objectRef<CheckOffers>('CheckOffers').implement({
  description: 'Which doctors were asked about a check, and how the search stands.',
  fields: (t) => ({
    searchState: t.expose('searchState', {
      type: DoctorSearchStateType,
      nullable: true,
      description: 'State of the last search; null: there was none.',
    }),
    nextWaveAt: t.expose('nextWaveAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next doctors are asked if nobody has accepted.',
    }),
    offers: t.field({ type: [OfferType], extensions: rows(MAX_OFFERS), resolve: ({ offers }) => [...offers] }),
  }),
});

const OpenOfferType = builder.objectRef<DoctorsOffer>('OpenOffer').implement({
  description: 'A mission that the doctor can still accept.',
  fields: (t) => ({
    id: t.exposeID('id'),
    appointmentStart: t.expose('appointmentStart', { type: 'DateTime' }),
    appointmentEnd: t.expose('appointmentEnd', { type: 'DateTime' }),
    answerableUntil: t.expose('answerableUntil', { type: 'DateTime' }),
    fee: t.exposeInt('fee', { description: 'Fee in cents.' }),
    path: t.exposeString('path', { description: 'The page on which it is answered.' }),
  }),
});

builder.queryFields((t) => ({
  checkOffers: t.field({
    type: CheckOffersType,
    description: 'For planners.',
    args: { checkId: t.arg.id({ required: true }) },
    resolve: (_, { checkId }, { actor, services }) => services.checks.offersOf(actor, checkId),
  }),
  openOffers: t.field({
    type: [OpenOfferType],
    extensions: rows(MAX_OFFERS),
    description: 'For doctors: what they can still accept, the next to run out first.',
    resolve: async (_, __, { actor, services }) => [...(await services.checks.openOffers(actor))],
  }),
}));

const changeArgs = builder.args((t) => ({
  id: t.id({ required: true, description: 'Of the check.' }),
  version: t.int({ required: true, description: 'The version that the caller saw.' }),
}));

builder.mutationFields((t) => ({
  askDoctor: t.field({
    type: CheckOffersType,
    description: 'Asks one doctor by message about one moment. The appointment is made when the doctor accepts.',
    args: { ...changeArgs, input: t.arg({ type: ScheduleInput, required: true }) },
    resolve: (_, { id, version, input }, { actor, services }) => services.checks.askDoctor(actor, id, version, { ...input }),
  }),
  startDoctorSearch: t.field({
    type: CheckOffersType,
    description: 'Asks doctors by message, the next ones after a while, until one accepts.',
    args: { ...changeArgs, appointmentMinutes: t.arg.int({ required: true }) },
    resolve: (_, { id, version, appointmentMinutes }, { actor, services }) =>
      services.checks.startSearch(actor, id, version, { appointmentMinutes }),
  }),
  stopDoctorSearch: t.field({
    type: CheckOffersType,
    description: 'Asks nobody else. Who was asked can still accept.',
    args: { id: t.arg.id({ required: true, description: 'Of the check.' }) },
    resolve: (_, { id }, { actor, services }) => services.checks.stopSearch(actor, id),
  }),
}));
