import type { Services } from '../../services.ts';

/**
 * What runs by itself. Nobody's role starts it: it is the system's, and no request of anybody leads to it.
 * For each job, the functions that it consists of.
 */
export const JOBS: Readonly<Record<string, readonly (readonly [keyof Services, string])[]>> = {
  'sweep files': [['documents', 'sweep']],
  'document scans': [['documents', 'scanWaiting']],
  'log seals': [['logSeals', 'seal']],
  'log erasure': [['logSeals', 'erase']],
  'record erasure': [['retention', 'erase']],
  'repeated erasures': [['retention', 'repeatErasures']],
  'log verification': [['logSeals', 'verify']],
  'backup of files': [['backup', 'archiveFiles']],
  'returned mails': [['mailEvents', 'handleBounce']],
  payments: [
    ['oneShot', 'reconcile'],
    ['oneShot', 'remind'],
  ],
  'monthly invoices': [['invoices', 'issueDue']],
  'captured payments': [
    ['oneShot', 'compare'],
    ['oneShot', 'resumeRefunds'],
  ],
  'old notifications': [['notifications', 'clear']],
  'abandoned orders': [['oneShot', 'clear']],
};

/**
 * Effects of the outbox, each with who is notified. `readers`: people who may read the check that it is about, and the employee, by the
 * number of the check. The rest is a letter to one address that the change itself names.
 */
export const EFFECTS: Readonly<Record<string, 'readers' | 'employee' | 'doctor' | 'address' | 'nobody'>> = {
  accountLink: 'address',
  checkNotice: 'readers',
  commentNotice: 'readers',
  // Of checks that they still reach.
  dailyMail: 'readers',
  doctorAbsent: 'nobody',
  // All planners, who read every check.
  doctorNotAnswered: 'readers',
  doctorNotFound: 'readers',
  employeeDecision: 'employee',
  // A line in a file beside the backups.
  employeeErased: 'nobody',
  employeeMessage: 'employee',
  // All planners, who read every check.
  heldResult: 'readers',
  invoicePaper: 'address',
  mail: 'address',
  mailBounce: 'nobody',
  missionNotice: 'doctor',
  offerMail: 'doctor',
  offerWave: 'nobody',
  oneShotNews: 'address',
  oneShotPaper: 'address',
  oneShotRefund: 'nobody',
  sentCertificateNotice: 'readers',
  sms: 'address',
  smsReceipt: 'nobody',
  travelClaimNotice: 'readers',
  waitingResult: 'nobody',
};
