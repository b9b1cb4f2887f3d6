import type { CertificateType, IncapacityType } from '@checkwell/domain/certificate/enums';
import type { CheckLocation, CheckTiming } from '@checkwell/domain/check/enums';
import type { CalendarDay } from '@checkwell/domain/clock';
import type { Gender, WorkerLanguage } from '@checkwell/domain/people/enums';
import type { CertificateFacts } from './certificate-pdf.ts';
import type { Random } from './random.ts';

/** An invented employee, with what their history needs. */
export interface SeedEmployee {
  readonly id: string;
  readonly companyId: string;
  readonly matricule: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: Gender;
  readonly language: WorkerLanguage;
  readonly phoneNumber: string;
  readonly address: string;
  readonly unit: string;
  readonly superiorId: string;
  readonly searchText: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Doctors by distance, nearest first. */
  readonly doctors: readonly SeedDoctor[];
  /** A doctor near enough whom visitors of the demo can sign in as; null: there is none. */
  readonly shownDoctor: SeedDoctor | null;
}
export interface SeedDoctor {
  readonly id: string;
  readonly fullName: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly locations: readonly CheckLocation[];
  /** Whether visitors of the demo can sign in as this doctor; such a doctor gets more missions. */
  readonly hasAccount: boolean;
}
export interface SeedCompany {
  readonly id: string;
  /** Contract price of a check, in cents. */
  readonly price: number;
  /** Share of certificates on which a check is ordered, before `orderedOftenAs`. */
  readonly control: number;
  readonly ordererIds: readonly string[];
  readonly plannerIds: readonly string[];
}
export type Row = Readonly<Record<string, unknown>>;
/** The document of a certificate that is still to be written. */
export interface SeedDocument {
  readonly companyId: string;
  readonly id: string;
  readonly facts: CertificateFacts;
  readonly uploadedByProfileId: string;
  readonly createdAt: Date;
}

export interface HistoryRows {
  readonly certificates: Row[];
  readonly documents: SeedDocument[];
  readonly checks: Row[];
  readonly check_events: Row[];
  readonly employee_messages: Row[];
}
/** The period of one certificate. */
export interface Period {
  readonly id: string;
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly type: CertificateType;
  readonly incapacity: IncapacityType;
  readonly authorizedExit: boolean;
  readonly createdAt: Date;
}

export interface HistoryContext {
  readonly random: Random;
  readonly now: Date;
  readonly company: SeedCompany;
  /** Doctors' slots that are taken by future appointments. */
  readonly takenSlots: Set<string>;
  /** How many documents may still be made. */
  readonly documents: { left: number };
}
/** One order. */
export interface Attempt {
  readonly creationDate: Date;
  /** When the check is (to be) done. */
  readonly planned: Date;
  readonly timing: CheckTiming;
  readonly location: CheckLocation;
  readonly parentCheckId: string | null;
}
