import type { FoundCompany } from '@checkwell/domain/one-shot/contract';

/** Finds companies by their VAT number. When the service does not answer, the result is null, not an error. */
export interface CompanyRegister {
  /** @param companyNumber `BE` and ten digits. @returns null: there is no such company, or the register gave no answer */
  find(companyNumber: string): Promise<FoundCompany | null>;
}
