import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { USER_SORT_FIELDS } from '@checkwell/domain/people/enums';
import { USER_FIELDS } from '@checkwell/domain/people/fields';
import { AccessTypeType, builder, connectionOf, InterfaceLanguageType, pageArgs, rows, sortInput } from '../../graphql/builder.ts';
import { exposed } from '../../graphql/fields.ts';
import type { User } from './users.service.ts';

const UserType = builder.objectRef<User>('User');

UserType.implement({
  description: "A user of a company: a profile's membership of it.",
  fields: (t) => ({
    ...exposed(t, USER_FIELDS, {
      id: 'Id of the profile.',
      isSelf: 'Whether it is the one who asks.',
      isLastAdmin: 'Whether nobody else who can sign in is administrator of the company: somebody must stay one.',
      isInvited: 'Whether the invitation waits to be accepted: nobody can sign in yet.',
      hasSecondStep: 'Whether signing in asks for a second step.',
    }),
    languages: t.expose('languages', { type: [InterfaceLanguageType], extensions: rows(INTERFACE_LANGUAGES.length) }),
  }),
});

const UserConnection = connectionOf('UserConnection', UserType);

const UserFilter = builder.inputType('UserFilter', {
  fields: (t) => ({
    companyId: t.id({ required: true }),
    accesType: t.field({ type: AccessTypeType }),
    language: t.field({ type: InterfaceLanguageType, description: 'Only users who work in this language.' }),
    search: t.string({ description: 'Words of the name or the e-mail address.' }),
  }),
});

const UserSort = sortInput('User', USER_SORT_FIELDS);

const UserInput = builder.inputType('UserInput', {
  fields: (t) => ({
    firstName: t.string({ required: true }),
    lastName: t.string({ required: true }),
    email: t.string({ required: true }),
    phoneNumber: t.string({ required: true }),
    accesType: t.field({ type: AccessTypeType, required: true }),
    languages: t.field({ type: [InterfaceLanguageType], required: true }),
  }),
});

builder.queryFields((t) => ({
  users: t.field({
    type: UserConnection,
    description: 'By family name, unless sorted otherwise.',
    args: { filter: t.arg({ type: UserFilter, required: true }), sort: t.arg({ type: UserSort }), ...pageArgs },
    resolve: (_, options, { actor, services }) => services.users.list(actor, options),
  }),
  user: t.field({
    type: UserType,
    args: { companyId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
    resolve: (_, { companyId, id }, { actor, services }) => services.users.get(actor, companyId, id),
  }),
}));

builder.mutationFields((t) => ({
  createUser: t.field({
    type: UserType,
    args: { companyId: t.arg.id({ required: true }), input: t.arg({ type: UserInput, required: true }) },
    resolve: (_, { companyId, input }, { actor, services }) => services.users.create(actor, companyId, input),
  }),
  inviteUserAgain: t.field({
    type: UserType,
    description: 'Sends the invitation once more.',
    args: { companyId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
    resolve: (_, { companyId, id }, { actor, services }) => services.users.inviteAgain(actor, companyId, id),
  }),
  updateUserAccess: t.field({
    type: UserType,
    args: {
      companyId: t.arg.id({ required: true }),
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true }),
      accesType: t.arg({ type: AccessTypeType, required: true }),
    },
    resolve: (_, { companyId, id, version, accesType }, { actor, services }) =>
      services.users.updateAccess(actor, companyId, id, version, accesType),
  }),
  deleteUser: t.field({
    type: 'ID',
    description: 'The id of the profile that lost its membership.',
    args: { companyId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
    resolve: (_, { companyId, id }, { actor, services }) => services.users.delete(actor, companyId, id),
  }),
}));
