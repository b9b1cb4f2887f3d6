import type { ReadField, ReadValues } from '@checkwell/domain/certificate/reading';
import { employeeMeant } from '@checkwell/domain/certificate/reading-match';
import type { CalendarDay, Clock } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import type { Database } from '../../platform/db/database.ts';
import { permit, profileIdOf, reachable } from '../../platform/guard.ts';
import type { CertificateReader, Reading } from '../../platform/reader/reader.ts';
import type { DocumentService } from '../documents/documents.service.ts';
import * as repository from './reading.repository.ts';

/** What a certificate's document proposes for its form; null where it proposes nothing. */
export interface CertificateProposals {
  /** Whether there is any proposal. */
  readonly read: boolean;
  readonly startDate: CalendarDay | null;
  readonly endDate: CalendarDay | null;
  /** The one employee within the actor's reach whose name stands on it. */
  readonly employeeId: string | null;
  readonly doctorName: string | null;
  readonly authorizedExit: boolean | null;
}

export interface ReadingService {
  /**
   * Reads an uploaded document and proposes what passes the plausibility gate. A document that cannot be read and a busy
   * reader are "not read", and no error. Nothing of the document is kept or logged.
   * @returns null when this installation reads no certificates
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
  /** null: this installation reads no certificates. */
  readonly reader: CertificateReader | null;
}

/** Documents that one person may have read at once: a form has one, and somebody may have two forms open. */
const MOST_OF_ONE = 2;

const NOT_READ: CertificateProposals = {
  read: false,
  startDate: null,
  endDate: null,
  employeeId: null,
  doctorName: null,
  authorizedExit: null,
};

export function createReadingService({ db, clock, documents, reader }: ReadingDeps): ReadingService {
  /** By profile. */
  const underWay = new Map<string | null, number>();

  async function readInTurn(profileId: string | null, work: () => Promise<Reading>): Promise<Reading | null> {
    const own = underWay.get(profileId) ?? 0;
    if (own >= MOST_OF_ONE) return null;
    underWay.set(profileId, own + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(profileId) ?? 1) - 1;
      if (left > 0) underWay.set(profileId, left);
      else underWay.delete(profileId);
    }
  }

  async function employeeNamed(actor: Actor, companyId: string, names: readonly string[]): Promise<string | null> {
    if (names.length === 0) return null;
    const reach = reachable(actor, 'employee.read', companyId);
    const namesakes = await db.as(actor, (tx) => repository.findNamesakes(tx, reach, names), { readonly: true });
    return employeeMeant(names, namesakes)?.id ?? null;
  }

  return {
    async readCertificate(actor, companyId, documentId) {
      const profileId = profileIdOf(actor);
      permit(actor, 'certificate.write', { companyId, orderedByProfileId: profileId });
      if (!reader) return null;
      const reading = await readInTurn(profileId, async () => {
        // Asks for the right to read it, and writes down who did.
        const { document, bytes } = await documents.open(actor, companyId, documentId);
        return reader.read({ bytes, mediaType: document.mediaType }, clock.today());
      });
      const fields = reading?.fields.filter(({ gate }) => gate === 'passed') ?? [];
      if (fields.length === 0) return NOT_READ;
      const names = fields.flatMap((field) => (field.name === 'workerName' ? [field.value] : []));
      return {
        read: true,
        startDate: valueIn(fields, 'startDate'),
        endDate: valueIn(fields, 'endDate'),
        employeeId: await employeeNamed(actor, companyId, names),
        doctorName: valueIn(fields, 'doctorName'),
        authorizedExit: valueIn(fields, 'authorizedExit'),
      };
    },

    pending: () => reader?.pending() ?? 0,
    close: async () => reader?.close(),
  };
}

function valueIn<Name extends keyof ReadValues>(fields: readonly ReadField[], name: Name): ReadValues[Name] | null {
  return (fields.find((field) => field.name === name)?.value as ReadValues[Name] | undefined) ?? null;
}
