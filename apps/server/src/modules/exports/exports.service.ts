import type { Readable } from 'node:stream';
import type { Clock } from '@checkwell/domain/clock';
import { DEFAULT_LANGUAGE, type InterfaceLanguage } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { certificateExportRule, employeeExportRule, reportExportRule } from '@checkwell/domain/exports';
import { downloadName } from '@checkwell/domain/file-name';
import type { Actor } from '@checkwell/domain/policy';
import { EXPORT_FORMATS, type ExportFormat, tableStream } from '../../platform/export/export.ts';
import { parseInput } from '../../platform/input.ts';
import type { CertificateService } from '../certificates/certificates.service.ts';
import type { CheckService } from '../checks/checks.service.ts';
import type { CompanyService } from '../companies/companies.service.ts';
import type { EmployeeService } from '../employees/employees.service.ts';
import { CERTIFICATE_COLUMN_FIELDS, certificateColumns } from './certificates.table.ts';
import { EMPLOYEE_COLUMN_FIELDS, employeeColumns } from './employees.table.ts';
import { type Column, type ExportTexts, tableOf, textsOf } from './exports-texts.ts';
import { COLUMN_FIELDS, reportColumns } from './reports.table.ts';

/** A list on its way to a file. */
export interface ExportFile {
  readonly fileName: string;
  readonly mediaType: string;
  /** Reads the list while it is taken; destroy it when nobody takes it. */
  readonly content: Readable;
}

/**
 * Lists as files: exactly what the same filter shows on the screen, in the same order, of one moment.
 * @param query parsed here: filter, `sort`, `direction`, `language` of the texts
 * @throws {AppError} `export.tooMany`; `export.tooLarge` comes from the content, before its first byte
 */
type MakeFile = (actor: Actor, format: ExportFormat, query: unknown) => Promise<ExportFile>;

export interface ExportService {
  readonly certificates: MakeFile;
  /** Archived checks. Fields that the actor may not see have no column. */
  readonly reports: MakeFile;
  readonly employees: MakeFile;
}

export interface ExportDeps {
  readonly clock: Clock;
  readonly certificates: Pick<CertificateService, 'exportList'>;
  readonly checks: Pick<CheckService, 'exportReports'>;
  readonly employees: Pick<EmployeeService, 'exportList'>;
  readonly companies: Pick<CompanyService, 'get'>;
}

export function createExportService({ clock, certificates, checks, employees, companies }: ExportDeps): ExportService {
  function fileOf<Row>(
    format: ExportFormat,
    { list, company, texts, columns }: FileFacts<Row>,
    parts: AsyncIterable<readonly Row[]>,
  ): ExportFile {
    const what = texts.fileName(list);
    const { mediaType, extension } = EXPORT_FORMATS[format];
    return {
      fileName: downloadName({ what, company, day: clock.today(), extension }),
      mediaType,
      content: tableStream(format, tableOf(what, columns, texts), parts, clock.now()),
    };
  }

  /** Name of the company to which a list is narrowed; null: the actor knows no such company. */
  async function companyName(actor: Actor, id: string | null | undefined): Promise<string | null> {
    if (!id) return null;
    try {
      return (await companies.get(actor, id)).name;
    } catch (error) {
      // An empty list, as on the screen; actors who may take no list at all are told so by the list itself.
      if (error instanceof AppError && error.status < 500) return null;
      throw error;
    }
  }

  return {
    async certificates(actor, format, query) {
      const { language, ...asked } = split(parseInput(certificateExportRule, query));
      const texts = textsOf(language);
      const company = await companyName(actor, asked.filter.companyId);
      return fileOf(
        format,
        { list: 'certificates', company, texts, columns: certificateColumns(texts) },
        await certificates.exportList(actor, { ...asked, fields: CERTIFICATE_COLUMN_FIELDS }),
      );
    },

    async reports(actor, format, query) {
      const { language, ...asked } = split(parseInput(reportExportRule, query));
      const texts = textsOf(language);
      const columns = reportColumns(actor, asked.filter.companyId, texts);
      const company = await companyName(actor, asked.filter.companyId);
      return fileOf(
        format,
        { list: 'reports', company, texts, columns },
        await checks.exportReports(actor, { ...asked, fields: COLUMN_FIELDS }),
      );
    },

    async employees(actor, format, query) {
      const { language, ...asked } = split(parseInput(employeeExportRule, query));
      const texts = textsOf(language);
      const company = await companyName(actor, asked.filter.companyId);
      return fileOf(
        format,
        { list: 'employees', company, texts, columns: employeeColumns(texts) },
        await employees.exportList(actor, { ...asked, fields: EMPLOYEE_COLUMN_FIELDS }),
      );
    },
  };
}

/** What a file is about. */
interface FileFacts<Row> {
  readonly list: Parameters<ExportTexts['fileName']>[0];
  readonly company: string | null;
  readonly texts: ExportTexts;
  readonly columns: readonly Column<Row>[];
}

interface Asked<Field extends string> {
  readonly sort?: Field | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
  readonly language?: InterfaceLanguage | undefined;
}

/** What narrows the list, its order (without one: the list's own), and the language. */
function split<Field extends string, Query extends Asked<Field>>(query: Query & Asked<Field>) {
  const { sort, direction = 'asc', language = DEFAULT_LANGUAGE, ...filter } = query;
  return { filter, sort: sort === undefined ? null : { field: sort, direction }, language };
}
