/** A column with encrypted values, and the context to which each value is bound (`Crypto.encrypt`). */
export interface EncryptedColumn<Keys extends readonly string[] = readonly string[]> {
  readonly table: string;
  readonly column: string;
  /** The columns of the primary key, in the order in which `contextOf` takes their values. */
  readonly keys: Keys;
  contextOf(...key: { readonly [At in keyof Keys]: string }): string;
}

const column = <const Keys extends readonly string[]>(
  table: string,
  name: string,
  keys: Keys,
  contextOf: EncryptedColumn<Keys>['contextOf'],
): EncryptedColumn<Keys> => ({ table, column: name, keys, contextOf });

const OF_CHECK = ['companyId', 'checkId'] as const;

/**
 * Every column that is encrypted with `APP_SECRET`, for the modules that write it and for `npm run rotate-secret`, which encrypts it again;
 * `rotate.test.ts` finds a missing one. Never change a context: values that were encrypted for the former one no longer decrypt.
 */
export const ENCRYPTED = {
  workerNISS: column('employees', 'workerNISS', ['companyId', 'id'], (companyId, id) => `employees/${companyId}/${id}/workerNISS`),
  medicalNote: column('medical_notes', 'note', OF_CHECK, (companyId, checkId) => `medical_notes/${companyId}/${checkId}/note`),
  waitingResult: column('waiting_results', 'sealed', OF_CHECK, (companyId, checkId) => `waiting_results/${companyId}/${checkId}`),
  doorCode: column(
    'employee_addresses',
    'doorCode',
    OF_CHECK,
    (companyId, checkId) => `employee_addresses/${companyId}/${checkId}/doorCode`,
  ),
  iban: column('travel_claims', 'iban', OF_CHECK, (companyId, checkId) => `travel_claims/${companyId}/${checkId}/iban`),
  totp: column('auth.totp', 'secret', ['userId'], (userId) => `auth.totp/${userId}/secret`),
  keptKeys: column('app_secrets', 'kept', ['fingerprint'], (fingerprint) => `app_secrets/${fingerprint}`),
  sealKey: column('log_seal_keys', 'key', ['untilNumber'], (untilNumber) => `log_seal_keys/${untilNumber}/key`),
};

/** The context of a document's bytes in the file store: they decrypt only as the document for which they were stored. */
export const documentContext = (companyId: string, id: string): string => `documents/${companyId}/${id}`;

/** The purpose of the blind index of national numbers: equal numbers of two companies have different indexes. */
export const nissPurpose = (companyId: string): string => `employees.workerNissIndex/${companyId}`;
