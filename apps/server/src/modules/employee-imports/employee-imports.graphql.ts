import { IMPORT_FIELDS, IMPORT_LIMITS, IMPORT_STATUSES, type ImportField } from '@checkwell/domain/people/import';
import { builder, rows } from '../../graphql/builder.ts';
import { FieldIssueType } from '../../graphql/field-issue.ts';
import type { ImportChange, ImportResult } from './employee-imports.service.ts';

const ImportStatusType = builder.enumType('ImportStatus', { values: IMPORT_STATUSES });
const ImportFieldType = builder.enumType('ImportField', { values: IMPORT_FIELDS });

const ImportChangeType = builder.objectRef<ImportChange>('ImportChange').implement({
  description: 'A field that a row changes; national numbers are masked or left out.',
  fields: (t) => ({
    field: t.expose('field', { type: ImportFieldType }),
    from: t.exposeString('from'),
    to: t.exposeString('to'),
  }),
});

const ImportResultType = builder.objectRef<ImportResult>('ImportResult').implement({
  description: 'What one row of a file would do, or what it has done.',
  fields: (t) => ({
    status: t.expose('status', { type: ImportStatusType }),
    employeeId: t.exposeID('employeeId', { nullable: true }),
    changes: t.field({ type: [ImportChangeType], extensions: rows(12), resolve: ({ changes }) => [...changes] }),
    issues: t.field({ type: [FieldIssueType], extensions: rows(6), resolve: ({ issues }) => [...issues] }),
  }),
});

const EmployeeImportRow = builder.inputType('EmployeeImportRow', {
  description: 'The cells of one row, as text; what is left out stays as it is.',
  fields: (t) => Object.fromEntries(IMPORT_FIELDS.map((field) => [field, t.string()])) as Record<ImportField, ReturnType<typeof t.string>>,
});

builder.mutationField('importEmployees', (t) =>
  t.field({
    type: [ImportResultType],
    extensions: rows(IMPORT_LIMITS.rowsPerRequest),
    description: 'Adds and changes employees by their number; the same rows a second time change nothing. One result per row.',
    args: {
      companyId: t.arg.id({ required: true }),
      rows: t.arg({ type: [EmployeeImportRow], required: true }),
      dryRun: t.arg.boolean({ required: true, description: 'Only says what would happen.' }),
    },
    resolve: async (_, { companyId, rows, dryRun }, { actor, services }) => [
      ...(await services.employeeImports.import(actor, { companyId, rows: rows.map(withoutNull) }, dryRun)),
    ],
  }),
);

/** A cell that was sent as null is one that the file does not have. */
const withoutNull = (row: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(row).flatMap(([field, text]) => (typeof text === 'string' ? [[field, text]] : [])));
