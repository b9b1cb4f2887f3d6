import type { CheckOccurence } from '../enums.ts';

/** Whether the outcome is of a day without certificate: the doctor judges only that day (domain.md 2.1), so there is no other end date. */
export const isOfOneDay = ({ checkOccurence }: { readonly checkOccurence: CheckOccurence }): boolean =>
  checkOccurence === 'NoCertifConfirmed' || checkOccurence === 'NoCertifDenied';
