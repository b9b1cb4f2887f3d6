import { PRICES } from '@checkwell/domain/check/price/price';
import { NO_CHECK_TEXTS } from '@checkwell/domain/check/rules';
import { instantAt } from '@checkwell/domain/clock';
import { ONE_SHOT_PRICE_CENTS } from '@checkwell/domain/constants';
import { inamiOf } from '@checkwell/domain/people/numbers/inami';
import type { Actor } from '@checkwell/domain/policy';
import type { CheckRecord } from '../checks.repository.ts';
import type { ReportEvidence } from './check-report.ts';

/** A check that never was, of people who do not exist, for the sample report (docs/decisions/0049). */

const ID = '00000000-0000-4000-8000-000000000000';
const DAY = '2026-03-05';
const END = '2026-03-13';
const NEW_END = '2026-03-08';
const FROM = instantAt(DAY, '10:05');
const TO = instantAt(DAY, '10:19');
const RECORDED = instantAt(DAY, '10:26');

/** When the sample was made: its terms are still running, and the file is always the same. */
export const SAMPLE_NOW = instantAt(DAY, '11:00');

/** Readers of the sample see what an administrator of the employer sees. */
export const SAMPLE_READER: Actor = {
  kind: 'employer',
  profileId: ID,
  email: 'hr@employer.example',
  memberships: [{ companyId: ID, accesType: 'admin', superiorId: null }],
};

export const SAMPLE_EVIDENCE: ReportEvidence = {
  recordedAt: RECORDED,
  actorKind: 'doctor',
  independenceDeclared: true,
  findingsHandedOver: true,
  inamiNumber: inamiOf(100000),
};

/** The doctor considers the worker fit before the certificate ends, and the worker disagrees: the report that says the most. */
export const sampleCheck = (companyName: string): CheckRecord => ({
  companyId: ID,
  id: ID,
  companyName,
  contractPrice: ONE_SHOT_PRICE_CENTS,
  attemptedAt: null,
  employeeId: ID,
  certificateId: null,
  documentId: null,
  superiorId: null,
  superiorFullName: null,
  superiorEmail: null,
  superiorLg: null,
  orderedByProfileId: null,
  parentCheckId: null,
  employeeReached: false,
  certificateReached: false,
  parentCheckReached: false,
  source: 'Web',
  isRandom: false,
  status: 'Archived',
  version: 5,
  problemReason: null,
  problemOwner: null,
  problemComment: '',
  creationDate: instantAt('2026-03-03', '09:12'),
  modificationDate: RECORDED,
  workerFirstName: 'Noor',
  workerLastName: 'Martin',
  workerFullName: 'Noor Martin',
  workerGender: 'Female',
  workerLanguage: 'NL',
  workerAddress: 'Bondgenotenlaan 1000, 3000 Leuven',
  workerPhoneNumber: '+3216000000',
  phoneNumber: '',
  workerEmail: '',
  workerExternalId: '0417',
  subEmployee: '',
  latitude: null,
  longitude: null,
  geoPrecision: null,
  searchText: '',
  workerNameOrder: 'martin  noor',
  incapacityStartDate: '2026-03-02',
  incapacityEndDate: END,
  incapacityType: 'Illness',
  certificateType: 'FirstCertificate',
  incapacityPercentage: 100,
  authorizedExit: true,
  accidentDate: null,
  accidentTime: null,
  injuryDifference: null,
  checkPlausibility: 'Unknown',
  checkTiming: 'Optimized',
  checkLocation: 'Office',
  ...NO_CHECK_TEXTS,
  doctorId: ID,
  doctorFullName: 'Marie Lambert',
  doctorNameOrder: 'lambert  marie',
  doctorFoundAt: instantAt('2026-03-03', '09:40'),
  employeeTold: null,
  appointmentStart: instantAt(DAY, '10:00'),
  appointmentEnd: instantAt(DAY, '10:20'),
  appointmentLocation: null,
  resultDueAt: null,
  resultHeldAt: null,
  resultAskedAt: null,
  erasedAt: null,
  legalHoldAt: null,
  legalHoldReason: '',
  noShowExcuse: null,
  noShowExcusedOn: null,
  arbitrationAskedBy: null,
  arbitrationAskedOn: null,
  arbiterName: '',
  arbitrationRuling: null,
  arbitrationRuledOn: null,
  onMyWayAt: null,
  arrivedAt: null,
  leftAt: null,
  visitReceivedAt: null,
  examinedFrom: FROM,
  examinedTo: TO,
  distanceToCheck: 4.2,
  timeToCheck: 14,
  examinationMinutes: 14,
  checkOccurence: 'Yes',
  newIncapacityEndDate: NEW_END,
  earlyReturn: true,
  secondCheckNeeded: false,
  prolongationNeeded: false,
  workerDisagreement: true,
  nonOperableReason: null,
  archiveComment: '',
  commentReview: 'NotNeeded',
  releasedComment: null,
  archivedAt: RECORDED,
  resultSentBy: 'system',
  companyTotalPrice: ONE_SHOT_PRICE_CENTS,
  doctorTotalPrice: PRICES.doctorFee,
  doctorTravelCosts: 0,
  doctorExtraCosts: 0,
  doctorReactivity: null,
  doctorEfficiency: null,
  checkDate: DAY,
  checkTime: '10:05:00',
  reportDate: DAY,
  province: 'FlemishBrabant',
});
