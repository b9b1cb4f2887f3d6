import { TEAM_SORT_FIELDS } from '@checkwell/domain/people/enums';
import { builder, connectionOf, ProfileKindType, pageArgs, sortInput } from '../../graphql/builder.ts';
import type { TeamMember } from './team.service.ts';

const TeamMemberType = builder.objectRef<TeamMember>('TeamMember');

TeamMemberType.implement({
  description: 'An account of the provider: of its team, or of a doctor.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the profile.' }),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    kind: t.expose('kind', { type: ProfileKindType }),
    isSelf: t.exposeBoolean('isSelf', { description: 'Whether it is the one who asks.' }),
    hasSecondStep: t.exposeBoolean('hasSecondStep', { description: 'Whether signing in asks for a second step.' }),
  }),
});

const TeamFilter = builder.inputType('TeamFilter', {
  fields: (t) => ({
    kind: t.field({ type: ProfileKindType }),
    search: t.string({ description: 'Words of the name or the e-mail address.' }),
  }),
});

const TeamMemberSort = sortInput('TeamMember', TEAM_SORT_FIELDS);

builder.queryField('teamMembers', (t) =>
  t.field({
    type: connectionOf('TeamMemberConnection', TeamMemberType),
    description: 'By family name, unless sorted otherwise.',
    args: { filter: t.arg({ type: TeamFilter }), sort: t.arg({ type: TeamMemberSort }), ...pageArgs },
    resolve: (_, options, { actor, services }) => services.team.list(actor, options),
  }),
);
