import type { FoundCompany } from '@checkwell/domain/one-shot/contract';
import { vatLooksRight } from '@checkwell/domain/people/numbers/vat';

/** Invented companies in real towns. */
const COMPANIES = [
  { companyName: 'Bakkerij Claes', companyAddress: 'Meir 1, 2000 Antwerpen' },
  { companyName: 'Menuiserie Lambert', companyAddress: 'Rue Neuve 18, 4000 Liège' },
  { companyName: 'Drukkerij De Smet', companyAddress: 'Kouter 27, 9000 Gent' },
  { companyName: 'Garage Maes', companyAddress: 'Diestsestraat 40, 3000 Leuven' },
  { companyName: 'Atelier Dubois', companyAddress: 'Rue de Fer 55, 5000 Namur' },
  { companyName: 'Tuinen Wouters', companyAddress: 'Steenstraat 9, 8000 Brugge' },
] as const;

/** Replaces VIES in development, demo and tests: returns an invented company for every number that could be a VAT number, without any request. Never in production. */
export function findMadeUpCompany(companyNumber: string): FoundCompany | null {
  if (!vatLooksRight(companyNumber)) return null;
  const company = COMPANIES[Number(companyNumber.slice(-2)) % COMPANIES.length] ?? COMPANIES[0];
  return { ...company, source: 'madeUp' };
}
