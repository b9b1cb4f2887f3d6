import { type EmployeeNews, isDecisionNews } from '@checkwell/domain/check/employee-news';
import type { CheckLocation } from '@checkwell/domain/check/enums';
import { dayOf } from '@checkwell/domain/clock';
import { addressInOneLine } from '@checkwell/domain/invoice/invoice';
import { SMS_MAX_SEGMENTS, smsSegments, toGsm } from '@checkwell/domain/messages/sms';
import type { SmsTemplate } from '../../../platform/sms/sms.ts';

export interface EmployeeSmsParams {
  readonly news: EmployeeNews;
  readonly companyName: string;
  readonly checkLocation: CheckLocation;
  /** Instant as text. */
  readonly appointmentStart: string;
  /** Address of the doctor's practice, on one line. */
  readonly address: string;
  /** Address of the employee's page. */
  readonly link: string;
}

/** Long names and addresses are cut, step by step, until the message is short enough to leave: the link says the rest. */
const LENGTH_STEPS = [
  { companyName: 40, address: 80 },
  { companyName: 40, address: 60 },
  { companyName: 30, address: 40 },
  { companyName: 20, address: 20 },
] as const;
const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 3).trimEnd()}...`);

/** Notifies an employee of an appointment, or of a decision. It names the firm that asks, and nothing about health: others read the telephone too. */
export const EMPLOYEE_SMS: SmsTemplate<EmployeeSmsParams> = {
  name: 'employeeAppointment',
  write({ news, companyName, checkLocation, appointmentStart, address, link }, { translator, formats, phone }) {
    const t = translator('employeeSms');
    const place = checkLocation === 'Telecheck' ? 'Telecheck' : 'Office';
    const texts = LENGTH_STEPS.map((max) => {
      const values = {
        company: cut(companyName, max.companyName),
        moment: formats.momentLong(appointmentStart),
        day: formats.dateLong(dayOf(new Date(appointmentStart))),
        address: cut(addressInOneLine(address), max.address),
        link,
        phone,
      };
      if (isDecisionNews(news)) return toGsm(t(`decision.${news}`, values));
      return toGsm(news === 'Cancelled' ? t('cancelled', values) : t(`appointment.${news}.${place}`, values));
    });
    return texts.find((text) => smsSegments(text) <= SMS_MAX_SEGMENTS) ?? texts.at(-1) ?? '';
  },
};
