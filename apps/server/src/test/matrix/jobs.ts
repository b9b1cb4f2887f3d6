import type { Services } from '../../services.ts';

/**
 * The jobs, each with the functions that it calls. No role may start them and no request calls these functions: the system runs them.
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
 * Effects of the outbox, each with the recipient. `readers`: people who may read the check that it is about, and the employee.
 * `address`: one address that the change contains.
 */
export const EFFECTS: Readonly<Record<string, 'readers' | 'employee' | 'doctor' | 'address' | 'nobody'>> = {
  accountLink: 'address',
  checkNotice: 'readers',
  commentNotice: 'readers',
  // About checks that they may still read.
  dailyMail: 'readers',
  doctorAbsent: 'nobody',
  // All planners, who read every check.
  doctorNotAnswered: 'readers',
  doctorNotFound: 'readers',
  employeeDecision: 'employee',
  // Writes a line to a file next to the backups.
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
