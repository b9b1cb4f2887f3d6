import type { FoundCompany } from '@checkwell/domain/one-shot/contract';

/** Finds companies by their VAT number. An adapter that asks a service answers null, not an error, when the service does not say. */
export interface CompanyRegister {
  /** @param companyNumber `BE` and ten digits. @returns null: there is none, or the register could not say */
  find(companyNumber: string): Promise<FoundCompany | null>;
}
