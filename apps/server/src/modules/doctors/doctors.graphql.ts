import { CHECK_LOCATIONS } from '@checkwell/domain/check/enums';
import { AppError } from '@checkwell/domain/errors';
import type { DoctorAvailability } from '@checkwell/domain/people/doctor';
import { DOCTOR_SORT_FIELDS, WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import { DOCTOR_FIELDS } from '@checkwell/domain/people/fields';
import { EXCEPTION_KINDS } from '@checkwell/domain/planning/exceptions';
import { batched, batchedList } from '../../graphql/batch.ts';
import { builder, CheckLocationType, connectionOf, pageArgs, rows, sortInput, WorkerLanguageType, weight } from '../../graphql/builder.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { exposed } from '../../graphql/fields.ts';
import type { DoctorException } from './doctor-exceptions.service.ts';
import type { Doctor } from './doctors.service.ts';

const DoctorAvailabilityType = builder.objectRef<DoctorAvailability>('DoctorAvailability').implement({
  description: 'Hours of one weekday in which a doctor takes missions.',
  fields: (t) => ({
    weekday: t.exposeInt('weekday', { description: '1 = Monday.' }),
    fromTime: t.expose('fromTime', { type: 'Time' }),
    toTime: t.expose('toTime', { type: 'Time' }),
  }),
});

const ExceptionKindType = builder.enumType('HoursExceptionKind', { values: EXCEPTION_KINDS });

const HoursExceptionType = builder.objectRef<DoctorException>('HoursException').implement({
  description: "What differs from a doctor's weekly hours: an absence, or hours of one day that are not among them.",
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: ExceptionKindType }),
    startsAt: t.expose('startsAt', { type: 'DateTime' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'Not included.' }),
    reason: t.exposeString('reason', { description: 'May be empty.' }),
  }),
});

export const DoctorType = builder.objectRef<Doctor>('Doctor');

DoctorType.implement({
  description: 'A control doctor of the provider.',
  fields: (t) => ({
    ...exposed(t, DOCTOR_FIELDS, {
      inamiNumber: 'Professional licence, 11 digits.',
      maxKm: 'The longest drive to a worker that the doctor accepts, in km.',
      openMissions: 'Checks that wait for this doctor.',
      mayBeInvited: 'Whether `inviteDoctor` would send an invitation. The provider alone is told.',
      isInvited: 'Whether an invitation waits to be accepted. The provider alone is told.',
    }),
    languages: t.expose('languages', { type: [WorkerLanguageType], extensions: rows(WORKER_LANGUAGES.length) }),
    locations: t.expose('locations', { type: [CheckLocationType], extensions: rows(CHECK_LOCATIONS.length) }),
    availabilities: t.field({ type: [DoctorAvailabilityType], extensions: rows(14), resolve: ({ availabilities }) => [...availabilities] }),
    exceptions: t.field({
      type: [HoursExceptionType],
      description: 'Exceptions that are not over yet, earliest first.',
      extensions: { ...rows(10), ...weight(5) },
      resolve: ({ id }, _, context) =>
        batchedList(context, 'doctor exceptions', { key: id, item: id }, (ids) =>
          context.services.doctorExceptions.findExceptions(context.actor, ids),
        ),
    }),
  }),
});

/** A doctor, with those of other records of the request; null for those who may not see doctors. */
export const doctorOf = (context: GraphqlContext, id: string) =>
  batched(context, 'doctors', id, (ids) => context.services.doctors.findMany(context.actor, ids));

/** @throws {AppError} `entity.notFound` */
export async function getDoctorOf(context: GraphqlContext, id: string): Promise<Doctor> {
  const doctor = await doctorOf(context, id);
  if (doctor === null) throw new AppError('entity.notFound');
  return doctor;
}

const DoctorConnection = connectionOf('DoctorConnection', DoctorType);

const DoctorFilter = builder.inputType('DoctorFilter', {
  fields: (t) => ({
    language: t.field({ type: WorkerLanguageType }),
    location: t.field({ type: CheckLocationType }),
    active: t.boolean(),
    search: t.string({ description: 'Words of the name, the address or the licence.' }),
  }),
});

const DoctorSort = sortInput('Doctor', DOCTOR_SORT_FIELDS);

const DoctorAvailabilityInput = builder.inputType('DoctorAvailabilityInput', {
  fields: (t) => ({
    weekday: t.int({ required: true, description: '1 = Monday.' }),
    fromTime: t.field({ type: 'Time', required: true }),
    toTime: t.field({ type: 'Time', required: true }),
  }),
});

const DoctorInput = builder.inputType('DoctorInput', {
  fields: (t) => ({
    firstName: t.string({ required: true }),
    lastName: t.string({ required: true }),
    email: t.string({ required: true }),
    phoneNumber: t.string({ required: true }),
    languages: t.field({ type: [WorkerLanguageType], required: true }),
    inamiNumber: t.string({ required: true }),
    practiceAddress: t.string({ required: true }),
    locations: t.field({ type: [CheckLocationType], required: true }),
    maxKm: t.int({ required: true }),
    active: t.boolean({ required: true }),
    availabilities: t.field({ type: [DoctorAvailabilityInput], required: true }),
  }),
});

const HoursExceptionInput = builder.inputType('HoursExceptionInput', {
  fields: (t) => ({
    kind: t.field({ type: ExceptionKindType, required: true }),
    fromDay: t.field({ type: 'Date', required: true }),
    toDay: t.field({ type: 'Date', required: true, description: 'Included; of other hours the same day.' }),
    fromTime: t.field({ type: 'Time', description: 'Start on the first day; null: whole days.' }),
    toTime: t.field({ type: 'Time', description: 'End on the last day.' }),
    reason: t.string({ required: true, description: 'May be empty. Planners read it.' }),
  }),
});

builder.queryFields((t) => ({
  doctors: t.field({
    type: DoctorConnection,
    description: 'By family name, unless sorted otherwise.',
    args: { filter: t.arg({ type: DoctorFilter }), sort: t.arg({ type: DoctorSort }), ...pageArgs },
    resolve: (_, options, { actor, services }) => services.doctors.list(actor, options),
  }),
  doctor: t.field({
    type: DoctorType,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { actor, services }) => services.doctors.get(actor, id),
  }),
}));

builder.mutationFields((t) => ({
  createDoctor: t.field({
    type: DoctorType,
    args: { input: t.arg({ type: DoctorInput, required: true }) },
    resolve: (_, { input }, { actor, services }) => services.doctors.create(actor, input),
  }),
  inviteDoctor: t.field({
    type: DoctorType,
    description: 'Sends the mail by which the doctor chooses a password, again or for the first time.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { actor, services }) => services.doctors.invite(actor, id),
  }),
  addHoursException: t.field({
    type: DoctorType,
    description: 'Takes effect at once. For planners and the doctor.',
    args: { doctorId: t.arg.id({ required: true }), input: t.arg({ type: HoursExceptionInput, required: true }) },
    resolve: async (_, { doctorId, input: { fromTime = null, toTime = null, ...input } }, { actor, services }) => {
      await services.doctorExceptions.addException(actor, doctorId, { ...input, fromTime, toTime });
      return services.doctors.get(actor, doctorId);
    },
  }),
  removeHoursException: t.field({
    type: DoctorType,
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, { actor, services }) =>
      services.doctors.get(actor, await services.doctorExceptions.removeException(actor, id)),
  }),
  updateDoctor: t.field({
    type: DoctorType,
    description: 'A doctor changes only their own hours.',
    args: { id: t.arg.id({ required: true }), version: t.arg.int({ required: true }), input: t.arg({ type: DoctorInput, required: true }) },
    resolve: (_, { id, version, input }, { actor, services }) => services.doctors.update(actor, id, version, input),
  }),
}));
