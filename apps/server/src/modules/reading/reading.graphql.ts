import { MAX_NAMESAKES_OFFERED } from '@checkwell/reading';
import { builder, CertificateTypeType, IncapacityTypeType, rows } from '../../graphql/builder.ts';
import type { CertificateProposals } from './reading.service.ts';

const NamesakeType = builder.objectRef<CertificateProposals['namesakes'][number]>('CertificateNamesake').implement({
  description: 'An employee whose name resembles the one on the document.',
  fields: (t) => ({
    id: t.exposeID('id'),
    employeeMatricule: t.exposeString('employeeMatricule'),
    employeeFirstName: t.exposeString('employeeFirstName'),
    employeeLastName: t.exposeString('employeeLastName'),
    employeeAddress: t.exposeString('employeeAddress'),
  }),
});

const CertificateProposalsType = builder.objectRef<CertificateProposals>('CertificateProposals').implement({
  description:
    'Values that were read from the document of a certificate, as a proposal for its form that a person confirms; null where nothing was read.',
  fields: (t) => ({
    read: t.exposeBoolean('read', { description: 'Whether anything is proposed.' }),
    startDate: t.expose('startDate', { type: 'Date', nullable: true }),
    endDate: t.expose('endDate', { type: 'Date', nullable: true }),
    employeeId: t.exposeID('employeeId', {
      nullable: true,
      description: 'The employee of the company whom the document names; null where that is not certain.',
    }),
    namesakes: t.expose('namesakes', {
      type: [NamesakeType],
      extensions: rows(MAX_NAMESAKES_OFFERED),
      description:
        'The employees whose names resemble the name on the document most, to choose from. Empty where `employeeId` is set, or where no name fits.',
    }),
    namesakeCount: t.exposeInt('namesakeCount', {
      description: 'Number of employees whose names fit. Where it is more than the `namesakes`, the user searches for the others.',
    }),
    workerName: t.exposeString('workerName', { nullable: true, description: 'The name on the document, where there are `namesakes`.' }),
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
