import { isDecisionNews } from '@checkwell/domain/check/employee-news';
import { dayOf } from '@checkwell/domain/clock';
import { addressInOneLine } from '@checkwell/domain/invoice/invoice';
import type { MailTemplate } from '../../../platform/mail/mailer.ts';
import type { EmployeeSmsParams } from './checks-employee.sms.ts';

export interface EmployeeMailParams extends EmployeeSmsParams {
  readonly doctorName: string;
  /** Who organises the check. */
  readonly providerName: string;
}

/** Notifies an employee of an appointment or a decision, as the text message and the letter do. It says nothing of the employee's health. */
export const EMPLOYEE_MAIL: MailTemplate<EmployeeMailParams> = {
  name: 'employeeAppointment',
  write({ news, companyName, checkLocation, appointmentStart, address, link, doctorName, providerName }, { translator, formats, phone }) {
    const t = translator('employeeMail');
    const [page, letter] = [translator('employeePage'), translator('employeeLetter')];
    const moment = formats.momentLong(appointmentStart);
    const why = t('why', { company: companyName });
    if (news === 'Cancelled') {
      return {
        subject: t('subject.Cancelled', { moment }),
        preview: t('cancelled.preview'),
        heading: t('cancelled.heading'),
        blocks: [{ kind: 'text', text: t('cancelled.text', { moment, phone }) }],
        why,
      };
    }
    if (isDecisionNews(news)) {
      const day = formats.dateLong(dayOf(new Date(appointmentStart)));
      return {
        subject: t(`decision.subject.${news}`, { day }),
        preview: t('decision.preview'),
        heading: t(`decision.heading.${news}`),
        blocks: [
          { kind: 'text', text: t(`decision.text.${news}`, { day, company: companyName }) },
          { kind: 'action', label: t('decision.open'), url: link },
          { kind: 'text', text: t('decision.questions', { phone }) },
          { kind: 'text', text: `${page('lead', { company: companyName, provider: providerName })} ${page('who.verify')}` },
        ],
        why,
      };
    }
    const place = checkLocation === 'Telecheck' ? page('appointment.video') : addressInOneLine(address);
    return {
      subject: t(`subject.${news}`, { moment }),
      preview: t('preview', { company: companyName }),
      heading: news === 'Moved' ? t('movedHeading') : letter('title'),
      blocks: [
        { kind: 'notice', text: [moment, place, doctorName].filter((line) => line !== '').join('\n') },
        { kind: 'text', text: `${page('lead', { company: companyName, provider: providerName })} ${page('who.verify')}` },
        { kind: 'action', label: letter('page'), url: link },
        { kind: 'text', text: letter('pageText') },
        { kind: 'text', text: letter('cannot', { phone }) },
      ],
      why,
    };
  },
};
