import { CHECK_TEXTS, type CheckText } from '@checkwell/domain/check/rules';
import { CHECK_SORT_FIELDS, REPORT_SORT_FIELDS } from '@checkwell/domain/check/sorts';
import { VISIT_TAPS } from '@checkwell/domain/check/times/visit';
import {
  ArbitrationPartyType,
  ArbitrationRulingType,
  builder,
  CertificateTypeType,
  CheckLocationType,
  CheckOccurenceType,
  CheckPlausibilityType,
  CheckStatusType,
  CheckTimingType,
  CommentReviewType,
  CorrectionReasonType,
  DoctorSearchStateType,
  GenderType,
  IncapacityTypeType,
  NonOperableReasonType,
  NoShowExcuseType,
  ProblemOwnerType,
  ProblemReasonType,
  ReachedType,
  sortInput,
  WorkerLanguageType,
} from '../../graphql/builder.ts';

export const CheckFilter = builder.inputType('CheckFilter', {
  fields: (t) => ({
    companyId: t.id(),
    superiorId: t.id(),
    status: t.field({ type: [CheckStatusType] }),
    checkTiming: t.field({ type: CheckTimingType }),
    checkLocation: t.field({ type: CheckLocationType }),
    checkOccurence: t.field({ type: [CheckOccurenceType] }),
    commentReview: t.field({ type: [CommentReviewType], description: 'For the provider and the doctor alone.' }),
    doctorSearch: t.field({
      type: DoctorSearchStateType,
      description: 'Only checks whose last search for a doctor has this state; for planners alone.',
    }),
    employeeNotTold: t.boolean({ description: 'Appointments to come of which the employee was not told, or too late.' }),
    otherAddress: t.boolean({
      description: 'Appointments whose employee says to stay somewhere else, and no planner has dealt with it; for planners alone.',
    }),
    resultHeld: t.boolean({ description: 'Results that wait for a planner before the employer reads them; for planners alone.' }),
    from: t.field({
      type: 'Date',
      description: 'Day of the order for checks in progress; of the check, else of its archive, for reports.',
    }),
    to: t.field({ type: 'Date' }),
    employeeId: t.id(),
    certificateId: t.id(),
    doctorId: t.id(),
    search: t.string({ description: "Words of the worker's name or number." }),
  }),
});

export const CheckSort = sortInput('Check', CHECK_SORT_FIELDS);
export const ReportSort = sortInput('Report', REPORT_SORT_FIELDS);

/** What an order tells planners and doctor. */
const textInputs = (t: Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0], description?: string) => {
  const field = () => t.string({ required: true, ...(description !== undefined && { description }) });
  return Object.fromEntries(CHECK_TEXTS.map((name) => [name, field()])) as Record<CheckText, ReturnType<typeof field>>;
};

export const OrderInput = builder.inputType('OrderInput', {
  fields: (t) => ({
    companyId: t.id({ required: true }),
    parentCheckId: t.id({
      description: 'The check after which this one is a second one; without it, the last one of the same incapacity is.',
    }),
    isRandom: t.boolean({
      description: 'Whether the worker was selected at random, by a program of the employer with an API token. Others may not say so.',
    }),
    employeeId: t.id({ description: 'null: the worker is added as a new employee.' }),
    workerFirstName: t.string({ required: true }),
    workerLastName: t.string({ required: true }),
    workerAddress: t.string({ required: true }),
    workerPhoneNumber: t.string({ required: true }),
    workerGender: t.field({ type: GenderType, required: true }),
    workerLanguage: t.field({ type: WorkerLanguageType, required: true }),
    employeeMatricule: t.string({ required: true, description: 'Empty: a worker to add gets the next number.' }),
    superiorId: t.id({ description: "null: the employee's." }),
    phoneNumber: t.string({ required: true, description: 'Mobile number, or empty.' }),
    workerEmail: t.string({ description: 'Private e-mail address, or empty.' }),
    certificateId: t.id(),
    documentId: t.id({ description: 'Without certificate: becomes one.' }),
    startDate: t.field({ type: 'Date', required: true }),
    endDate: t.field({ type: 'Date', required: true }),
    incapacityType: t.field({ type: IncapacityTypeType, required: true }),
    certificateType: t.field({ type: CertificateTypeType, required: true }),
    accidentDate: t.field({
      type: 'Date',
      description: 'Day of the declared accident; ignored for types of incapacity without an accident.',
    }),
    accidentTime: t.field({ type: 'Time' }),
    incapacityPercentage: t.int({ description: 'Percentage of a partial incapacity, 1 to 99; ignored for others.' }),
    authorizedExit: t.boolean({ required: true }),
    locationCheck: t.field({ type: CheckLocationType, required: true }),
    typeCheck: t.field({ type: CheckTimingType, required: true }),
    ...textInputs(t),
  }),
});

/** An order as the rule knows it: what may be left out is null. */
export const orderOf = ({
  employeeId = null,
  superiorId = null,
  certificateId = null,
  documentId = null,
  workerEmail,
  ...input
}: typeof OrderInput.$inferInput) => ({ ...input, employeeId, superiorId, certificateId, documentId, workerEmail: workerEmail ?? '' });

export const ModifyInput = builder.inputType('ModifyInput', {
  fields: (t) => ({
    workerAddress: t.string({ required: true }),
    workerPhoneNumber: t.string({ required: true }),
    phoneNumber: t.string({ required: true, description: 'Mobile number, or empty.' }),
    workerEmail: t.string({ description: 'Private e-mail address, or empty; left out: it stays as it is.' }),
    startDate: t.field({ type: 'Date', required: true }),
    endDate: t.field({ type: 'Date', required: true }),
    locationCheck: t.field({ type: CheckLocationType, required: true }),
    typeCheck: t.field({ type: CheckTimingType, required: true }),
    authorizedExit: t.boolean({ required: true }),
    ...textInputs(t, 'Ignored from those who cannot read it.'),
  }),
});

export const CancelInput = builder.inputType('CancelInput', { fields: (t) => ({ reason: t.string({ required: true }) }) });

export const CallInput = builder.inputType('CallInput', {
  fields: (t) => ({
    calledAt: t.field({ type: 'DateTime', required: true }),
    reached: t.field({ type: ReachedType, required: true, description: 'Who answered. A voicemail is not the employee.' }),
    phoneNumber: t.string({ required: true }),
  }),
});

export const LetterInput = builder.inputType('LetterInput', {
  fields: (t) => ({ postedOn: t.field({ type: 'Date', required: true }) }),
});

export const ScheduleInput = builder.inputType('ScheduleInput', {
  fields: (t) => ({
    doctorId: t.id({ required: true }),
    appointmentStart: t.field({ type: 'DateTime', required: true }),
    appointmentMinutes: t.int({ required: true }),
  }),
});

export const ProblemInput = builder.inputType('ProblemInput', {
  fields: (t) => ({
    problemReason: t.field({ type: ProblemReasonType, required: true }),
    problemOwner: t.field({ type: ProblemOwnerType, required: true, description: 'Who must solve the problem.' }),
    problemComment: t.string({ required: true }),
  }),
});

export const ResultInput = builder.inputType('ResultInput', {
  fields: (t) => ({
    checkOccurence: t.field({ type: CheckOccurenceType, required: true }),
    examinedFrom: t.field({
      type: 'DateTime',
      required: true,
      description: 'Start of the examination; for a no-show, when the doctor was at the door.',
    }),
    examinedTo: t.field({ type: 'DateTime', required: true }),
    timesReason: t.string({
      description: 'Why the examination began far from its appointment; required then. Planners read it in the history.',
    }),
    newIncapacityEndDate: t.field({ type: 'Date', description: 'Last day of incapacity in the opinion of the doctor; null: confirmed.' }),
    workerDisagreement: t.boolean({ required: true }),
    secondCheckNeeded: t.boolean({ required: true }),
    prolongationNeeded: t.boolean({ required: true }),
    injuryDifference: t.boolean(),
    checkPlausibility: t.field({
      type: CheckPlausibilityType,
      description: 'What the doctor finds about the link with the declared accident; ignored for incapacities without one.',
    }),
    independenceDeclared: t.boolean({ required: true }),
    findingsHandedOver: t.boolean({ required: true }),
    archiveComment: t.string({ required: true }),
    medicalNote: t.string({ required: true, description: 'Medical compartment: only the doctor who writes it reads it.' }),
  }),
});

export const CorrectionInput = builder.inputType('CorrectionInput', {
  description: 'The findings as they should have been, all of them.',
  fields: (t) => ({
    checkOccurence: t.field({ type: CheckOccurenceType, required: true }),
    examinedFrom: t.field({ type: 'DateTime', required: true, description: 'On the same day as before.' }),
    examinedTo: t.field({ type: 'DateTime', required: true }),
    newIncapacityEndDate: t.field({ type: 'Date' }),
    workerDisagreement: t.boolean({ required: true }),
    secondCheckNeeded: t.boolean({ required: true }),
    prolongationNeeded: t.boolean({ required: true }),
    injuryDifference: t.boolean(),
    checkPlausibility: t.field({ type: CheckPlausibilityType }),
    findingsHandedOver: t.boolean({ required: true, description: 'The corrected ones.' }),
    correctionReason: t.field({ type: CorrectionReasonType, required: true }),
    explanation: t.string({ required: true, description: 'For the planners.' }),
  }),
});

export const ArbitrationInput = builder.inputType('ArbitrationInput', {
  fields: (t) => ({
    arbitrationAskedBy: t.field({ type: ArbitrationPartyType, required: true }),
    arbiterName: t.string({ required: true }),
    arbitrationAskedOn: t.field({ type: 'Date', required: true }),
  }),
});

export const RulingInput = builder.inputType('RulingInput', {
  fields: (t) => ({
    arbitrationRuling: t.field({
      type: ArbitrationRulingType,
      required: true,
      description: 'The doctor whose finding the ruling confirms.',
    }),
    arbitrationRuledOn: t.field({ type: 'Date', required: true }),
    newIncapacityEndDate: t.field({
      type: 'Date',
      description: 'Last day of incapacity, where the ruling names another one than the finding that it confirms.',
    }),
  }),
});

export const ExcuseInput = builder.inputType('ExcuseInput', {
  fields: (t) => ({
    noShowExcuse: t.field({ type: NoShowExcuseType, required: true }),
    noShowExcusedOn: t.field({ type: 'Date', required: true, description: 'Day on which the employee gave the reason.' }),
  }),
});

export const VisitTapType = builder.enumType('VisitTap', { values: VISIT_TAPS });

export const VisitInput = builder.inputType('VisitInput', {
  fields: (t) => ({
    tap: t.field({ type: VisitTapType, required: true }),
    tappedAt: t.field({
      type: 'DateTime',
      required: true,
      description: "By the phone's clock. It counts where the tap comes late; else the server's clock does.",
    }),
    appointmentStart: t.field({ type: 'DateTime', required: true, description: 'Start of the appointment as the doctor saw it.' }),
  }),
});

const PositionInput = builder.inputType('PositionInput', {
  fields: (t) => ({
    latitude: t.float({ required: true }),
    longitude: t.float({ required: true }),
    accuracyMetres: t.float({ required: true }),
  }),
});

export const AttemptInput = builder.inputType('AttemptInput', {
  fields: (t) => ({
    attemptedAt: t.field({ type: 'DateTime', required: true, description: "By the phone's clock, as `VisitInput.tappedAt`." }),
    appointmentStart: t.field({ type: 'DateTime', required: true, description: 'Start of the appointment as the doctor saw it.' }),
    bell: t.string({ required: true, description: 'Which bell the doctor rang. Must not say anything about health.' }),
    position: t.field({
      type: PositionInput,
      description: 'Position of the phone; null: it was not asked for, or the doctor did not allow it.',
    }),
    photoId: t.id({ description: 'Id of the uploaded photograph of the card.' }),
    cardStart: t.field({ type: 'DateTime', description: 'The appointment on the card, one of `cardSlots`; null: none was left.' }),
  }),
});

export const NonOperableInput = builder.inputType('NonOperableInput', {
  fields: (t) => ({
    nonOperableReason: t.field({ type: NonOperableReasonType, required: true }),
    archiveComment: t.string({ required: true }),
  }),
});
