import type { CertificateAdvice } from '@checkwell/domain/certificate/advice';
import { CERTIFICATE_REMARKS, type CertificateRemark } from '@checkwell/domain/certificate/remarks';
import { CERTIF_TYPE_REASONS, type CertifTypeSuggestion } from '@checkwell/domain/law/certificate-type';
import type { NoCertificateCount } from '@checkwell/domain/law/deadlines/no-certificate';
import { builder, CertificateTypeType, EntryTypeType, IncapacityTypeType, rows } from '../../graphql/builder.ts';
import { LawSourceType, SentenceParamType, sentenceParams } from '../../graphql/law-source.ts';

const ReasonType = builder.enumType('CertifTypeReason', { values: CERTIF_TYPE_REASONS });
const RemarkCodeType = builder.enumType('CertificateRemarkCode', { values: CERTIFICATE_REMARKS });
const RemarkSeverityType = builder.enumType('CertificateRemarkSeverity', { values: ['attention', 'info'] as const });

const SuggestionType = builder.objectRef<CertifTypeSuggestion>('CertifTypeSuggestion').implement({
  description: 'The type of certificate that fits, with why. The user decides.',
  fields: (t) => ({
    certifType: t.expose('certifType', { type: CertificateTypeType }),
    reason: t.expose('reason', { type: ReasonType }),
    params: t.field({ type: [SentenceParamType], extensions: rows(8), resolve: ({ params }) => sentenceParams(params) }),
    source: t.expose('source', { type: LawSourceType, nullable: true }),
  }),
});

const RemarkType = builder.objectRef<CertificateRemark>('CertificateRemark').implement({
  description: 'Something worth a look about a certificate; it never keeps it from being saved.',
  fields: (t) => ({
    code: t.expose('code', { type: RemarkCodeType }),
    severity: t.expose('severity', { type: RemarkSeverityType }),
    params: t.field({ type: [SentenceParamType], extensions: rows(8), resolve: ({ params }) => sentenceParams(params) }),
    source: t.expose('source', { type: LawSourceType, nullable: true }),
    certificateId: t.exposeID('certificateId', {
      nullable: true,
      description: 'The other certificate that it is about; null also where the caller may not see that one.',
    }),
  }),
});

const CountType = builder.objectRef<NoCertificateCount>('NoCertificateCount').implement({
  description: 'Days without a certificate that the worker has taken in the calendar year of the absence, this absence not counted.',
  fields: (t) => ({
    used: t.exposeInt('used'),
    quota: t.exposeInt('quota'),
    year: t.exposeString('year'),
    source: t.expose('source', { type: LawSourceType, nullable: true }),
  }),
});

export const CertificateAdviceType = builder.objectRef<CertificateAdvice>('CertificateAdvice').implement({
  description: 'Remarks on a certificate, from the rules of law that apply on its dates and from the register of certificates.',
  fields: (t) => ({
    suggestion: t.expose('suggestion', { type: SuggestionType }),
    remarks: t.field({
      type: [RemarkType],
      extensions: rows(12),
      description: 'The gravest first.',
      resolve: ({ remarks }) => [...remarks],
    }),
    noCertificateDays: t.expose('noCertificateDays', { type: CountType }),
  }),
});

const CertificateAdviceInput = builder.inputType('CertificateAdviceInput', {
  fields: (t) => ({
    employeeId: t.id({ required: true }),
    certificateId: t.id({ description: 'The certificate that is being changed.' }),
    startDate: t.field({ type: 'Date', required: true }),
    endDate: t.field({ type: 'Date', required: true }),
    entryType: t.field({ type: EntryTypeType, required: true }),
    incapacityReason: t.field({ type: IncapacityTypeType, required: true }),
    certifType: t.field({ type: CertificateTypeType, description: 'Left out until the user has chosen a type.' }),
    documentId: t.id(),
  }),
});

builder.queryField('certificateAdvice', (t) =>
  t.field({
    type: CertificateAdviceType,
    description: 'Advice on a certificate in the making; nothing is kept.',
    args: { companyId: t.arg.id({ required: true }), input: t.arg({ type: CertificateAdviceInput, required: true }) },
    resolve: (_, { companyId, input }, { actor, services }) => services.certificates.advise(actor, companyId, input),
  }),
);
