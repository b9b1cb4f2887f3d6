import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '@checkwell/domain/clock';
import { EMPLOYEE_TOKEN, employeePagePath } from '@checkwell/domain/employee-page/contract';
import type { WriteTx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { CheckRecord } from '../checks.repository.ts';
import * as repository from './employee-page.repository.ts';

type Contact = Pick<CheckRecord, 'phoneNumber' | 'workerPhoneNumber' | 'workerEmail'>;
type Addressee = Pick<CheckRecord, 'companyId' | 'id'> & Contact;

/** Whether both are reached in the same way: a link belongs to the contacts that it was sent to. */
export const isSameContact = (one: Contact, other: Contact): boolean =>
  one.phoneNumber === other.phoneNumber && one.workerPhoneNumber === other.workerPhoneNumber && one.workerEmail === other.workerEmail;

/** Links of the employee's page: 128 bits that only this installation can work out, so that every message carries the same one. */
export interface EmployeeLinks {
  /**
   * The path of the page, such as `/w/qL3…`, for a text message, mail or letter to the employee. The caller holds the row of the check and is the
   * product (`db.system`).
   *
   *     const link = config.publicUrl + (await employeeLinks.employeeLink(tx, check));
   */
  employeeLink(tx: WriteTx, check: Addressee): Promise<string>;
  /** What is in the database; undefined for what cannot be a token. */
  hashOf(token: string): Buffer | undefined;
  /** Whether the link was sent to the numbers and the address that the check has now. */
  isCurrent(link: Pick<repository.EmployeeLinkRow, 'contactHash'>, check: Addressee): boolean;
}

/** Names the key of the links (`SecretKeys`). */
export const EMPLOYEE_LINKS = 'employee links';

/** @param keys of these links alone: the one that counts, and former ones */
export function createEmployeeLinks({
  keys,
  clock,
}: {
  readonly keys: readonly [Buffer, ...Buffer[]];
  readonly clock: Clock;
}): EmployeeLinks {
  const keyed = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  // Without an address as before there was one: links that were sent stay.
  const contactBy = (key: Buffer, { phoneNumber, workerPhoneNumber, workerEmail }: Contact) =>
    keyed(key, ['contact', phoneNumber, workerPhoneNumber, ...(workerEmail === '' ? [] : [workerEmail])].join('\0'));
  const tokenBy = (key: Buffer, linkId: string): string => keyed(key, `link\0${linkId}`).subarray(0, 16).toString('base64url');
  const sha256 = (token: string): Buffer => createHash('sha256').update(token).digest();

  return {
    async employeeLink(tx, check) {
      const { companyId, id: checkId } = check;
      for (const key of keys) {
        const known = await repository.findLinkOf(tx, companyId, checkId, contactBy(key, check));
        if (known) return employeePagePath(tokenBy(key, known.id));
      }
      const contactHash = contactBy(keys[0], check);
      const id = newId();
      const token = tokenBy(keys[0], id);
      await repository.insertLink(tx, { companyId, id, checkId, contactHash, tokenHash: sha256(token), createdAt: clock.now() });
      return employeePagePath(token);
    },
    hashOf: (token) => (EMPLOYEE_TOKEN.test(token) ? sha256(token) : undefined),
    isCurrent: ({ contactHash }, check) => keys.some((key) => contactHash.equals(contactBy(key, check))),
  };
}
