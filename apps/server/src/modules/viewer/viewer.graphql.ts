import { ABILITIES } from '@checkwell/domain/policy';
import { AccessTypeType, builder, InterfaceLanguageType, RoleType } from '../../graphql/builder.ts';
import type { Viewer, ViewerCompany } from './viewer.service.ts';

export const ViewerCompanyType = builder.objectRef<ViewerCompany>('ViewerCompany').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    accesType: t.expose('accesType', { type: AccessTypeType, nullable: true }),
    superiorId: t.exposeID('superiorId', { nullable: true, description: 'The superior record that is the viewer in this company.' }),
    abilities: t.field({ type: ['String'], description: 'Over at least something of this company.', resolve: ({ abilities }) => [...abilities] }),
  }),
});
void ABILITIES;
export const ViewerType = builder.objectRef<Viewer>('Viewer');
