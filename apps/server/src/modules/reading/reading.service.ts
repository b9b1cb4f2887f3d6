import type { CertificateType, IncapacityType } from '@checkwell/domain/certificate/enums';
import type { CalendarDay, Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { Actor } from '@checkwell/domain/policy';
import { employeeMeant, nameEdits, type ReadField, type ReadValues } from '@checkwell/reading';
import type { Database } from '../../platform/db/database.ts';
import { permit, profileIdOf, reachable } from '../../platform/guard.ts';
import type { CertificateReader } from '../../platform/reader/reader.ts';
import { withoutSlot } from '../../platform/slot.ts';
import type { DocumentService } from '../documents/documents.service.ts';
import type { EmployeeService } from '../employees/employees.service.ts';
import type { FlagGuard } from '../feature-flags/feature-flags.service.ts';
import * as repository from './reading.repository.ts';

/** What a certificate's document proposes for its form; null where it proposes nothing. */
export interface CertificateProposals {
  /** Whether there is any proposal. */
  readonly read: boolean;
  readonly startDate: CalendarDay | null;
  readonly endDate: CalendarDay | null;
  /** The one employee within the actor's reach whom it means. */
  readonly employeeId: string | null;
  /** The employees whose names fit the document, to choose from, where nothing else on it decides. */
  readonly namesakes: readonly repository.Namesake[];
  /** How many those are; more than there are `namesakes` where only the nearest are given. */
  readonly namesakeCount: number;
  /** The name as it was read, where there are `namesakes`. */
  readonly workerName: string | null;
  readonly doctorName: string | null;
  readonly authorizedExit: boolean | null;
  readonly incapacityReason: IncapacityType | null;
  readonly certifType: CertificateType | null;
}

export interface ReadingService {
  /**
   * Reads an uploaded document and proposes what passes the plausibility gate. A document that cannot be read and a busy
   * reader are "not read", and no error. Nothing of the document is kept or logged.
   * @returns null when this installation reads no certificates, or none of this company
   * @throws {AppError} `entity.notFound` for a document that the actor may not read, `access.forbidden`
   */
  readCertificate(actor: Actor, companyId: string, documentId: string): Promise<CertificateProposals | null>;
  /** Documents that are being read or wait for it. */
  pending(): number;
  close(): Promise<void>;
}

export interface ReadingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly documents: DocumentService;
  readonly employees: Pick<EmployeeService, 'nissIndexes'>;
  /** null: this installation reads no certificates. */
  readonly reader: CertificateReader | null;
  readonly flags: FlagGuard;
}

/** Documents that one person may have read at once: a form has one, and somebody may have two forms open. */
const MAX_OF_ONE = 2;

const OFF = 'off';

const NOBODY = { employeeId: null, namesakes: [], namesakeCount: 0, workerName: null } as const;

const NOT_READ: CertificateProposals = {
  read: false,
  startDate: null,
  endDate: null,
  ...NOBODY,
  doctorName: null,
  authorizedExit: null,
  incapacityReason: null,
  certifType: null,
};

export function createReadingService({ db, clock, documents, employees, reader, flags }: ReadingDeps): ReadingService {
  /** Number of readings in progress, by profile. */
  const underWay = new Map<string | null, number>();

  async function readInTurn<Read>(profileId: string | null, work: () => Promise<Read>): Promise<Read | null> {
    const own = underWay.get(profileId) ?? 0;
    if (own >= MAX_OF_ONE) return null;
    underWay.set(profileId, own + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(profileId) ?? 1) - 1;
      if (left > 0) underWay.set(profileId, left);
      else underWay.delete(profileId);
    }
  }

  async function employeeNamed(
    actor: Actor,
    companyId: string,
    fields: readonly ReadField[],
  ): Promise<Pick<CertificateProposals, keyof typeof NOBODY>> {
    const names = valuesIn(fields, 'workerName');
    if (names.length === 0) return NOBODY;
    const reach = reachable(actor, 'employee.read', companyId);
    const nissIndexes = employees.nissIndexes(actor, reach, valueIn(fields, 'workerNISS'));
    const near = await db.as(actor, (tx) => repository.findNamesakes(tx, reach, names, nissIndexes), { readonly: true });
    const marks = { addresses: valuesIn(fields, 'employeeAddress'), matricules: valuesIn(fields, 'employeeMatricule') };
    const { employee, namesakes, namesakeCount } = employeeMeant({ names, ...marks }, near);
    const [nearest] = namesakes;
    const workerName = nearest ? names.toSorted((a, b) => nameEdits(a, nearest) - nameEdits(b, nearest))[0] : null;
    return { employeeId: employee?.id ?? null, namesakes, namesakeCount, workerName: workerName ?? null };
  }

  return {
    async readCertificate(actor, companyId, documentId) {
      const profileId = profileIdOf(actor);
      permit(actor, 'certificate.write', { companyId, orderedByProfileId: profileId });
      if (!reader) return null;
      const reading = await readInTurn(profileId, async () => {
        if (!(await flags.isOnFor('certificateReading', companyId))) return OFF;
        // Asks for the right to read it, and writes down who did.
        const opened = await documents.open(actor, companyId, documentId).catch(notWhileChecked);
        if (opened === null) return null;
        const { document, bytes } = opened;
        return withoutSlot(() => reader.read({ bytes, mediaType: document.mediaType }, clock.today()));
      });
      if (reading === OFF) return null;
      const fields = reading?.fields.filter(({ gate }) => gate === 'passed') ?? [];
      if (fields.length === 0) return NOT_READ;
      return {
        read: true,
        startDate: valueIn(fields, 'startDate'),
        endDate: valueIn(fields, 'endDate'),
        ...(await employeeNamed(actor, companyId, fields)),
        doctorName: valueIn(fields, 'doctorName'),
        authorizedExit: valueIn(fields, 'authorizedExit'),
        incapacityReason: valueIn(fields, 'incapacityReason'),
        certifType: valueIn(fields, 'certifType'),
      };
    },

    pending: () => reader?.pending() ?? 0,
    close: async () => reader?.close(),
  };
}

/** A document that the malware scanner has not cleared is not read either. */
function notWhileChecked(error: unknown): null {
  if (error instanceof AppError && (error.code === 'document.beingChecked' || error.code === 'document.infected')) return null;
  throw error;
}

const valuesIn = <Name extends keyof ReadValues>(fields: readonly ReadField[], name: Name): readonly ReadValues[Name][] =>
  fields.filter((field) => field.name === name).map(({ value }) => value as ReadValues[Name]);

const valueIn = <Name extends keyof ReadValues>(fields: readonly ReadField[], name: Name): ReadValues[Name] | null =>
  valuesIn(fields, name)[0] ?? null;
