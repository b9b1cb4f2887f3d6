import type { EmployeeNews } from '@checkwell/domain/check/employee-news';
import type { CheckLocation } from '@checkwell/domain/check/enums';
import { toGsm } from '@checkwell/domain/messages/sms';
import type { SmsTemplate } from '../../../platform/sms/sms.ts';

export interface EmployeeSmsParams {
  readonly news: EmployeeNews;
  readonly companyName: string;
  readonly checkLocation: CheckLocation;
  /** Instant as text. */
  readonly appointmentStart: string;
  /** Of the doctor who sees the employee; on one line. */
  readonly address: string;
}

/** A long name or address is cut, so that no message is too long to leave: the number to call says the rest. */
const MOST = { companyName: 40, address: 80 } as const;
const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 3).trimEnd()}...`);

/** Tells an employee of an appointment. It names the firm that asks, and nothing about health: others read the telephone too. */
export const EMPLOYEE_SMS: SmsTemplate<EmployeeSmsParams> = {
  name: 'employeeAppointment',
  write({ news, companyName, checkLocation, appointmentStart, address }, { words, formats, phone }) {
    const t = words('employeeSms');
    const values = {
      company: cut(companyName, MOST.companyName),
      moment: formats.momentLong(appointmentStart),
      address: cut(address.replaceAll(/\s*\n\s*/g, ', '), MOST.address),
      phone,
    };
    const place = checkLocation === 'Telecheck' ? 'Telecheck' : 'Office';
    return toGsm(news === 'Cancelled' ? t('cancelled', values) : t(`appointment.${news}.${place}`, values));
  },
};
