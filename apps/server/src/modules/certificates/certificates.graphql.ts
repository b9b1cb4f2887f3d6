import { CERTIFICATE_FIELDS } from '@checkwell/domain/certificate/fields';
import { CERTIFICATE_SORT_FIELDS } from '@checkwell/domain/certificate/sorts';
import { batched } from '../../graphql/batch.ts';
import {
  builder,
  CertificateTypeType,
  connectionOf,
  EntryTypeType,
  GenderType,
  IncapacityTypeType,
  pageArgs,
  sortInput,
  WorkerLanguageType,
  weight,
} from '../../graphql/builder.ts';
import { exposed } from '../../graphql/fields.ts';
import { fieldsAsked, needs } from '../../graphql/selection.ts';
import { DocumentType, documentOf } from '../documents/documents.graphql.ts';
import { SuperiorType } from '../superiors/superiors.graphql.ts';
import type { Certificate } from './certificates.service.ts';
import { CertificateAdviceType } from './certificates-advice.graphql.ts';

export const CertificateRef = builder.objectRef<Certificate>('Certificate');

CertificateRef.implement({
  description: 'A medical certificate, or an absence declared without one, with its employee as he or she is now.',
  fields: (t) => ({
    ...exposed(t, CERTIFICATE_FIELDS, {
      authorizedLeave: 'May the employee leave home? The same as authorizedExit.',
      certificateUrl: 'Path of the document; asks for the Authorization header.',
      urlCertificate: 'The same as certificateUrl.',
      relaunchCheckUrl: 'Path of the screen that asks for a check; null when none can be asked for.',
      outsideIncapacityPeriod: 'Entered before the incapacity began or after it ended.',
    }),
    document: t.field({
      type: DocumentType,
      nullable: true,
      extensions: { ...weight(5), ...needs<keyof Certificate>('documentId') },
      resolve: ({ documentId }, _, context) => documentOf(context, documentId),
    }),
    superior: t.expose('superior', { type: SuperiorType, nullable: true }),
    advice: t.field({
      type: CertificateAdviceType,
      nullable: true,
      description: 'Remarks on the certificate, computed from the register as it is now.',
      // The whole history of the worker, and the rules of law over it.
      extensions: { ...weight(50), ...needs<keyof Certificate>('id') },
      resolve: ({ id }, _, context) =>
        batched(context, 'certificateAdvice', id, (ids) => context.services.certificates.adviseMany(context.actor, ids)),
    }),
  }),
});

const CertificateConnection = connectionOf('CertificateConnection', CertificateRef);

const CertificateFilter = builder.inputType('CertificateFilter', {
  fields: (t) => ({
    companyId: t.id(),
    superiorId: t.id(),
    entryType: t.field({ type: EntryTypeType }),
    certifType: t.field({ type: CertificateTypeType }),
    incapacityReason: t.field({ type: IncapacityTypeType }),
    from: t.field({ type: 'Date', description: 'Incapacities that had not ended before this day.' }),
    to: t.field({ type: 'Date', description: 'Incapacities that had begun by this day.' }),
    activeOn: t.field({ type: 'Date' }),
    employeeId: t.id(),
    search: t.string({ description: "Words of the employee's name or number." }),
  }),
});

const CertificateSort = sortInput('Certificate', CERTIFICATE_SORT_FIELDS);

const CertificateWorkerInput = builder.inputType('CertificateWorkerInput', {
  fields: (t) => ({
    version: t.int({ description: 'Version of the employee that the caller saw; null for a new employee.' }),
    employeeMatricule: t.string({ required: true, description: 'Empty: the next number for somebody new, else as it is.' }),
    employeeFirstName: t.string({ required: true }),
    employeeLastName: t.string({ required: true }),
    employeeLanguage: t.field({ type: WorkerLanguageType, required: true }),
    employeeGender: t.field({ type: GenderType, required: true }),
    employeePhoneNumber: t.string({ required: true }),
    employeeAddress: t.string({ required: true }),
    function: t.string({ required: true }),
  }),
});

const CertificateInput = builder.inputType('CertificateInput', {
  fields: (t) => ({
    employeeId: t.id({ description: 'The employee of the certificate; null: `employee` is added as a new one.' }),
    employee: t.field({ type: CertificateWorkerInput, description: 'A new employee, or the fields of the existing one that change.' }),
    superiorId: t.id({ required: true }),
    incapacityReason: t.field({ type: IncapacityTypeType, required: true }),
    entryType: t.field({ type: EntryTypeType, required: true }),
    certifType: t.field({ type: CertificateTypeType, required: true }),
    authorizedExit: t.boolean({ required: true }),
    startDate: t.field({ type: 'Date', required: true }),
    endDate: t.field({ type: 'Date', required: true }),
    doctorName: t.string({ required: true }),
    documentId: t.id({ description: 'Compulsory for a medical certificate.' }),
  }),
});

/** What GraphQL leaves out is null. */
const certificateOf = ({ employeeId, employee, documentId, ...fields }: typeof CertificateInput.$inferInput) => ({
  ...fields,
  employeeId: employeeId ?? null,
  employee: employee ? { ...employee, version: employee.version ?? null } : null,
  documentId: documentId ?? null,
});

builder.queryFields((t) => ({
  certificates: t.field({
    type: CertificateConnection,
    args: { filter: t.arg({ type: CertificateFilter }), sort: t.arg({ type: CertificateSort }), ...pageArgs },
    resolve: (_, options, { actor, services }, info) =>
      services.certificates.list(actor, {
        ...options,
        fields: fieldsAsked(info, CERTIFICATE_FIELDS) as readonly (keyof Certificate)[] | null,
      }),
  }),
  certificate: t.field({
    type: CertificateRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { actor, services }) => services.certificates.get(actor, id),
  }),
}));

builder.mutationFields((t) => ({
  createCertificate: t.field({
    type: CertificateRef,
    args: {
      companyId: t.arg.id({ required: true }),
      input: t.arg({ type: CertificateInput, required: true }),
      idempotencyKey: t.arg.string({ description: 'One certificate per key, however often the request comes. Left out: one per request.' }),
    },
    resolve: (_, { companyId, input, idempotencyKey }, { actor, services }) =>
      services.certificates.create(actor, companyId, certificateOf(input), idempotencyKey),
  }),
  updateCertificate: t.field({
    type: CertificateRef,
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true }),
      input: t.arg({ type: CertificateInput, required: true }),
    },
    resolve: (_, { id, version, input }, { actor, services }) => services.certificates.update(actor, id, version, certificateOf(input)),
  }),
}));
