/**
 * Compile-time completeness of the catalogues that the domain defines: an error code, a validation key or a value of an
 * enumeration without a text in English, French or Dutch does not compile, and neither do texts that nothing asks for.
 * The compiler's message names the missing and the superfluous keys. Types only: nothing of this runs.
 */

import type { CertificateSource, CertificateType, EntryType, IncapacityType } from '@checkwell/domain/certificate/enums';
import type { CertificateRemarkCode } from '@checkwell/domain/certificate/remarks';
import type { NotCheckableReason } from '@checkwell/domain/certificate/rules';
import type { DeadlineReader, DeadlineSentence, EmployeeDeadlineCode } from '@checkwell/domain/check/deadlines/deadlines';
import type {
  ArbitrationParty,
  ArbitrationRuling,
  CheckLocation,
  CheckOccurence,
  CheckPlausibility,
  CheckSource,
  CheckStatus,
  CheckTiming,
  CommentReview,
  ExcuseWithdrawal,
  NonOperableReason,
  NoShowExcuse,
  ProblemOwner,
  ProblemReason,
} from '@checkwell/domain/check/enums';
import type { OrderFlagCode } from '@checkwell/domain/check/order-flags';
import type { QualityRule } from '@checkwell/domain/check/quality/quality-rules';
import type { VersionReason } from '@checkwell/domain/check/result/correction';
import type { occurenceKey } from '@checkwell/domain/check/result/outcome';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Province } from '@checkwell/domain/dashboard/provinces';
import type { ErrorCode } from '@checkwell/domain/errors';
import type { SignUpRefusal, SignUpState } from '@checkwell/domain/identity/sign-up';
import type { CertifTypeReason } from '@checkwell/domain/law/certificate-type';
import type { LawAct } from '@checkwell/domain/law/dated';
import type { MessageFailure } from '@checkwell/domain/messages/failures';
import type { PaymentDecline } from '@checkwell/domain/one-shot/states';
import type { AccessType, Gender, ProfileKind, WorkerLanguage } from '@checkwell/domain/people/enums';
import type { Delivery, NotificationKind } from '@checkwell/domain/people/notifications';
import type { AvailabilityBasis } from '@checkwell/domain/people/work-rules';
import type { ValidationKey } from '@checkwell/domain/validation';
import type deEmployeeDeadlines from '../locales/de/employeeDeadlines.json';
import type enDeadlines from '../locales/en/deadlines.json';
import type enEmployeeDeadlines from '../locales/en/employeeDeadlines.json';
import type enEnums from '../locales/en/enums.json';
import type enErrors from '../locales/en/errors.json';
import type enValidation from '../locales/en/validation.json';
import type frDeadlines from '../locales/fr/deadlines.json';
import type frEmployeeDeadlines from '../locales/fr/employeeDeadlines.json';
import type frEnums from '../locales/fr/enums.json';
import type frErrors from '../locales/fr/errors.json';
import type frValidation from '../locales/fr/validation.json';
import type nlDeadlines from '../locales/nl/deadlines.json';
import type nlEmployeeDeadlines from '../locales/nl/employeeDeadlines.json';
import type nlEnums from '../locales/nl/enums.json';
import type nlErrors from '../locales/nl/errors.json';
import type nlValidation from '../locales/nl/validation.json';
import type { Paths } from './index.ts';

/** Labels of the enumerations that somebody is shown: the field's name, then its value. `nonOperableNextStep` says what to do about a reason. */
export type EnumKey =
  | `interfaceLanguage.${InterfaceLanguage}`
  | `workerLanguage.${WorkerLanguage}`
  | `gender.${Gender}`
  | `accesType.${AccessType}`
  | `profileKind.${ProfileKind}`
  | `checkStatus.${CheckStatus}`
  | `checkOccurence.${CheckOccurence}`
  | ReturnType<typeof occurenceKey>
  | `checkTiming.${CheckTiming}`
  | `checkLocation.${CheckLocation}`
  | `checkPlausibility.${CheckPlausibility}`
  | `checkSource.${CheckSource}`
  | `problemReason.${ProblemReason}`
  | `problemOwner.${ProblemOwner}`
  | `nonOperableReason.${NonOperableReason}`
  | `nonOperableNextStep.${NonOperableReason}`
  | `commentReview.${CommentReview}`
  | `correctionReason.${VersionReason}`
  | `arbitrationParty.${ArbitrationParty}`
  | `arbitrationRuling.${ArbitrationRuling}`
  | `noShowExcuse.${NoShowExcuse}`
  | `excuseWithdrawal.${ExcuseWithdrawal}`
  | `qualityRule.${QualityRule}`
  | `messageFailure.${MessageFailure}`
  | `orderFlag.${OrderFlagCode}`
  | `entryType.${EntryType}`
  | `certifType.${CertificateType}`
  | `certifTypeReason.${CertifTypeReason}`
  | `certificateRemark.${CertificateRemarkCode}`
  | `certificateSource.${CertificateSource}`
  | `lawAct.${LawAct}`
  | `availabilityBasis.${AvailabilityBasis}`
  | `notificationKind.${NotificationKind}`
  | `notificationDelivery.${Delivery}`
  | `incapacityType.${IncapacityType}`
  | `notCheckable.${NotCheckableReason}`
  | `signUpState.${SignUpState}`
  | `signUpRefusal.${SignUpRefusal}`
  | `paymentDecline.${PaymentDecline}`
  | `province.${Province}`;

/** Deadlines of a check for those who have an account; title and labels are beside them. */
type DeadlineKey = DeadlineSentence<Exclude<DeadlineReader, 'employee'>> | 'title' | 'hint' | 'until' | 'over' | 'why';

/** `true`, or what is missing and what nobody asks for. */
type Verdict<Texts, Wanted extends string> = [Exclude<Wanted, Paths<Texts>>, Exclude<Paths<Texts>, Wanted>] extends [never, never]
  ? true
  : { missing: Exclude<Wanted, Paths<Texts>>; superfluous: Exclude<Paths<Texts>, Wanted> };

type Complete<V extends true> = V;

export type Completeness = [
  Complete<Verdict<typeof enErrors, ErrorCode>>,
  Complete<Verdict<typeof frErrors, ErrorCode>>,
  Complete<Verdict<typeof nlErrors, ErrorCode>>,
  Complete<Verdict<typeof enValidation, ValidationKey>>,
  Complete<Verdict<typeof frValidation, ValidationKey>>,
  Complete<Verdict<typeof nlValidation, ValidationKey>>,
  Complete<Verdict<typeof enEnums, EnumKey>>,
  Complete<Verdict<typeof frEnums, EnumKey>>,
  Complete<Verdict<typeof nlEnums, EnumKey>>,
  Complete<Verdict<typeof enDeadlines, DeadlineKey>>,
  Complete<Verdict<typeof frDeadlines, DeadlineKey>>,
  Complete<Verdict<typeof nlDeadlines, DeadlineKey>>,
  Complete<Verdict<typeof enEmployeeDeadlines, EmployeeDeadlineCode>>,
  Complete<Verdict<typeof frEmployeeDeadlines, EmployeeDeadlineCode>>,
  Complete<Verdict<typeof nlEmployeeDeadlines, EmployeeDeadlineCode>>,
  Complete<Verdict<typeof deEmployeeDeadlines, EmployeeDeadlineCode>>,
];
