import { MOST_NAMESAKES_OFFERED } from '@checkwell/reading';
import { builder, CertificateTypeType, IncapacityTypeType, rows } from '../../graphql/builder.ts';
import type { CertificateProposals } from './reading.service.ts';

const NamesakeType = builder.objectRef<CertificateProposals['namesakes'][number]>('CertificateNamesake').implement({
  description: 'An employee whose name is near the one that was read.',
  fields: (t) => ({
    id: t.exposeID('id'),
    employeeMatricule: t.exposeString('employeeMatricule'),
    employeeFirstName: t.exposeString('employeeFirstName'),
    employeeLastName: t.exposeString('employeeLastName'),
    employeeAddress: t.exposeString('employeeAddress'),
  }),
});

const CertificateProposalsType = builder.objectRef<CertificateProposals>('CertificateProposals').implement({
  description: 'What the document of a certificate proposes for its form, to be confirmed by a person; null where it proposes nothing.',
  fields: (t) => ({
    read: t.exposeBoolean('read', { description: 'Whether anything is proposed.' }),
    startDate: t.expose('startDate', { type: 'Date', nullable: true }),
    endDate: t.expose('endDate', { type: 'Date', nullable: true }),
    employeeId: t.exposeID('employeeId', { nullable: true, description: 'The one employee of the company whom it means.' }),
    namesakes: t.expose('namesakes', {
      type: [NamesakeType],
      extensions: rows(MOST_NAMESAKES_OFFERED),
      description: 'The nearest of several whose names fit, to choose from; empty where one is meant, or nobody.',
    }),
    namesakeCount: t.exposeInt('namesakeCount', {
      description: 'How many names fit; of more than there are `namesakes` the others are searched for.',
    }),
    workerName: t.exposeString('workerName', { nullable: true, description: 'As it was read, where there are `namesakes`.' }),
    doctorName: t.exposeString('doctorName', { nullable: true }),
    authorizedExit: t.exposeBoolean('authorizedExit', { nullable: true }),
    incapacityReason: t.expose('incapacityReason', { type: IncapacityTypeType, nullable: true }),
    certifType: t.expose('certifType', { type: CertificateTypeType, nullable: true }),
  }),
});

builder.queryField('readCertificate', (t) =>
  t.field({
    type: CertificateProposalsType,
    nullable: true,
    description: 'Reads an uploaded document; takes seconds, and answers "not read" rather than with an error. null: switched off here.',
    // A core of the machine for some seconds: no request may ask for many.
    extensions: { cost: 8000 },
    args: { companyId: t.arg.id({ required: true }), documentId: t.arg.id({ required: true }) },
    resolve: (_, { companyId, documentId }, { actor, services }) => services.reading.readCertificate(actor, companyId, documentId),
  }),
);
