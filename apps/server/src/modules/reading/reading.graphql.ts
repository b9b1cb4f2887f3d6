import { builder } from '../../graphql/builder.ts';
import type { CertificateProposals } from './reading.service.ts';

const CertificateProposalsType = builder.objectRef<CertificateProposals>('CertificateProposals').implement({
  description: 'What the document of a certificate proposes for its form, to be confirmed by a person; null where it proposes nothing.',
  fields: (t) => ({
    read: t.exposeBoolean('read', { description: 'Whether anything is proposed.' }),
    startDate: t.expose('startDate', { type: 'Date', nullable: true }),
    endDate: t.expose('endDate', { type: 'Date', nullable: true }),
    employeeId: t.exposeID('employeeId', { nullable: true, description: 'The one employee of the company whose name stands on it.' }),
    doctorName: t.exposeString('doctorName', { nullable: true }),
    authorizedExit: t.exposeBoolean('authorizedExit', { nullable: true }),
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
