import { AppError } from '@checkwell/domain/errors';
import { SIGN_UP_REFUSALS, SIGN_UP_SORT_FIELDS, SIGN_UP_STATES } from '@checkwell/domain/identity/sign-up-enums';
import { batchedItem } from '../../graphql/batch.ts';
import { AccessTypeType, builder, connectionOf, InterfaceLanguageType, pageArgs, rows, sortInput, weight } from '../../graphql/builder.ts';
import { type CompanyCandidate, MAX_CANDIDATES } from './sign-ups.repository.ts';
import type { SignUp, SignUpFigures, SignUpHints } from './sign-ups.service.ts';

const SignUpStateType = builder.enumType('SignUpState', { values: SIGN_UP_STATES });
const SignUpRefusalType = builder.enumType('SignUpRefusal', { values: SIGN_UP_REFUSALS });

const CompanyCandidateType = builder.objectRef<CompanyCandidate>('SignUpCompany').implement({
  description: 'A company that a request may be about, and what says so.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    companyNumber: t.exposeString('companyNumber'),
    byNumber: t.exposeBoolean('byNumber', { description: "The VAT number is the company's." }),
    byDomain: t.exposeBoolean('byDomain', { description: 'Somebody of the company has an address of the same domain.' }),
    byName: t.exposeBoolean('byName', { description: 'The names resemble each other.' }),
    bySuperior: t.exposeBoolean('bySuperior', { description: 'The company knows a superior of this address.' }),
    similarUsers: t.field({ type: ['String'], extensions: rows(3), resolve: ({ similarUsers }) => [...similarUsers] }),
  }),
});

const SignUpHintsType = builder.objectRef<SignUpHints>('SignUpHints').implement({
  description: 'What helps to decide about a request.',
  fields: (t) => ({
    accountOf: t.exposeString('accountOf', {
      nullable: true,
      description: 'Holder of the account that already has this address; null: there is none.',
    }),
    otherRequests: t.exposeInt('otherRequests', {
      description: 'Number of other waiting requests with the same address or telephone number.',
    }),
    byMicrosoft: t.exposeBoolean('byMicrosoft', { description: 'Microsoft vouches for the address.' }),
    workDomain: t.exposeString('workDomain', {
      nullable: true,
      description: 'Domain of the address; null: anybody can have an address there.',
    }),
    candidates: t.field({ type: [CompanyCandidateType], extensions: rows(MAX_CANDIDATES), resolve: ({ candidates }) => [...candidates] }),
  }),
});

const SignUpType = builder.objectRef<SignUp>('SignUp');

SignUpType.implement({
  description: "Somebody who asked to work with a company's data.",
  fields: (t) => ({
    id: t.exposeID('id'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    phoneNumber: t.exposeString('phoneNumber'),
    companyName: t.exposeString('companyName', { description: 'As it was typed; may be empty.' }),
    companyNumber: t.exposeString('companyNumber', { description: 'BE and ten digits, or empty.' }),
    language: t.expose('language', { type: InterfaceLanguageType }),
    state: t.expose('state', { type: SignUpStateType }),
    refusalReason: t.expose('refusalReason', { type: SignUpRefusalType, nullable: true }),
    confirmedCompanyName: t.exposeString('confirmedCompanyName', { nullable: true }),
    decidedBy: t.exposeString('decidedBy', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true }),
    version: t.exposeInt('version'),
    hints: t.field({
      type: SignUpHintsType,
      // Names are compared with those of all companies and their users.
      extensions: weight(100),
      resolve: async (signUp, _, context) => {
        const hints = await batchedItem(context, 'sign-up hints', { key: signUp.id, item: signUp }, (signUps) =>
          context.services.signUps.hints(context.actor, signUps),
        );
        if (!hints) throw new AppError('entity.notFound');
        return hints;
      },
    }),
  }),
});

const SignUpFiguresType = builder.objectRef<SignUpFigures>('SignUpFigures').implement({
  description: 'How fast identities are confirmed, over the last 30 days.',
  fields: (t) => ({
    waiting: t.exposeInt('waiting'),
    oldestMinutes: t.exposeInt('oldestMinutes', { nullable: true }),
    decided: t.exposeInt('decided'),
    medianMinutes: t.exposeInt('medianMinutes', { nullable: true }),
    withinPromise: t.exposeInt('withinPromise'),
    promiseMinutes: t.exposeInt('promiseMinutes'),
  }),
});

const SignUpFilter = builder.inputType('SignUpFilter', {
  fields: (t) => ({
    state: t.field({ type: SignUpStateType }),
    search: t.string({ description: 'Words of the name, the address or the company.' }),
  }),
});

const SignUpSortInput = sortInput('SignUp', SIGN_UP_SORT_FIELDS);

const ConfirmSignUpInput = builder.inputType('ConfirmSignUpInput', {
  fields: (t) => ({ companyId: t.id({ required: true }), accesType: t.field({ type: AccessTypeType, required: true }) }),
});

const RefuseSignUpInput = builder.inputType('RefuseSignUpInput', {
  fields: (t) => ({ reason: t.field({ type: SignUpRefusalType, required: true }) }),
});

builder.queryFields((t) => ({
  signUps: t.field({
    type: connectionOf('SignUpConnection', SignUpType),
    description: "For the provider's team: of waiting requests the oldest first, else the newest, unless sorted otherwise.",
    args: { filter: t.arg({ type: SignUpFilter }), sort: t.arg({ type: SignUpSortInput }), ...pageArgs },
    resolve: (_, options, { actor, services }) => services.signUps.list(actor, options),
  }),
  signUp: t.field({
    type: SignUpType,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { actor, services }) => services.signUps.get(actor, id),
  }),
  signUpFigures: t.field({ type: SignUpFiguresType, resolve: (_, _args, { actor, services }) => services.signUps.figures(actor) }),
}));

builder.mutationFields((t) => ({
  confirmSignUp: t.field({
    type: SignUpType,
    description: 'Makes the person a user of the company, and tells them by mail.',
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true }),
      input: t.arg({ type: ConfirmSignUpInput, required: true }),
    },
    resolve: (_, { id, version, input }, { actor, services }) => services.signUps.confirm(actor, id, version, input),
  }),
  refuseSignUp: t.field({
    type: SignUpType,
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true }),
      input: t.arg({ type: RefuseSignUpInput, required: true }),
    },
    resolve: (_, { id, version, input }, { actor, services }) => services.signUps.refuse(actor, id, version, input),
  }),
}));
