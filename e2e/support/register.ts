import type { CalendarDay } from '@checkwell/domain/clock';
import type { Page } from '@playwright/test';
import { askGraphql, companyOf } from './api.ts';
import { expect } from './test.ts';

/** A new employee of the company of the page, added by the API. */
export interface Hired {
  readonly id: string;
  readonly companyId: string;
  readonly superiorId: string;
  readonly employeeFirstName: string;
  readonly employeeLastName: string;
}

/** Adds an employee with a unique name and no history. @param familyName prefix of the last name */
export async function hire(page: Page, employeeFirstName: string, familyName: string): Promise<Hired> {
  const employeeLastName = `${familyName}-${crypto.randomUUID().slice(0, 8)}`;
  const companyId = await companyOf(page);
  const known = await askGraphql<{ superiors: { nodes: { id: string }[] } }>(
    page,
    'query ($companyId: ID!) { superiors(companyId: $companyId, first: 1) { nodes { id } } }',
    { companyId },
  );
  const superiorId = known.data?.superiors.nodes[0]?.id;
  const input = {
    employeeMatricule: `E-${employeeLastName}`,
    employeeFirstName,
    employeeLastName,
    employeeLanguage: 'FR',
    employeeGender: 'Female',
    employeePhoneNumber: '+32470998877',
    employeeAddress: 'Rue Neuve 5, 1000 Bruxelles',
    function: 'Magasinier',
    subEmployee: '',
    superiorId,
  };
  const { data, errors } = await askGraphql<{ createEmployee: Hired }>(
    page,
    'mutation ($companyId: ID!, $input: EmployeeInput!) { createEmployee(companyId: $companyId, input: $input) { id companyId superiorId employeeFirstName employeeLastName } }',
    { companyId, input },
  );
  expect(errors).toBeUndefined();
  if (!data) throw new Error('Nobody was hired.');
  return data.createEmployee;
}

/** Adds a certificate, or a declared absence without a document, by the API. @returns its id */
export async function declare(
  page: Page,
  { id, companyId, superiorId }: Hired,
  period: { readonly startDate: CalendarDay; readonly endDate: CalendarDay; readonly certifType?: string; readonly documentId?: string },
): Promise<string> {
  const { documentId, certifType = 'FirstCertificate', ...days } = period;
  const input = {
    employeeId: id,
    superiorId,
    incapacityReason: 'Illness',
    entryType: documentId ? 'MEDICAL_CERTIFICATE' : 'ABSENCE_DECLARATION',
    certifType,
    authorizedExit: true,
    doctorName: 'Dr. Ameel',
    documentId,
    ...days,
  };
  const { data, errors } = await askGraphql<{ createCertificate: { id: string } }>(
    page,
    'mutation ($companyId: ID!, $input: CertificateInput!) { createCertificate(companyId: $companyId, input: $input) { id } }',
    { companyId, input },
  );
  expect(errors).toBeUndefined();
  if (!data) throw new Error('Nothing was entered.');
  return data.createCertificate.id;
}
