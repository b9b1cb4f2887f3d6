/**
 * Compile-time completeness of the catalogues that the domain defines: an error code, a validation key or a value of an
 * enumeration without a text in English, French or Dutch does not compile, and neither do texts that nothing uses.
 * The compiler's message names the missing and the superfluous keys. This file has only types, and no code that runs.
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
import type { countedOccurenceKey, occurenceKey } from '@checkwell/domain/check/result/outcome';
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

/** Labels of the enumerations that are shown to users: the field's name, then its value. `nonOperableNextStep` says what to do about a reason. */
export type EnumKey =
  | `interfaceLanguage.${InterfaceLanguage}`
  | `workerLanguage.${WorkerLanguage}`
  | `gender.${Gender}`
  | `accesType.${AccessType}`
  | `profileKind.${ProfileKind}`
  | `checkStatus.${CheckStatus}`
  | `checkOccurence.${CheckOccurence}`
  | ReturnType<typeof occurenceKey>
  | ReturnType<typeof countedOccurenceKey>
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

/** Sentences about the deadlines of a check for users with an account, and the title and labels shown with them. */
type DeadlineKey = DeadlineSentence<Exclude<DeadlineReader, 'employee'>> | 'title' | 'hint' | 'until' | 'over' | 'why';

/** `true` if the texts have exactly the required keys; otherwise the missing and the superfluous keys. */
type Comparison<Texts, Required extends string> = [Exclude<Required, Paths<Texts>>, Exclude<Paths<Texts>, Required>] extends [never, never]
  ? true
  : { missing: Exclude<Required, Paths<Texts>>; superfluous: Exclude<Paths<Texts>, Required> };

type Complete<V extends true> = V;

export type Completeness = [
  Complete<Comparison<typeof enErrors, ErrorCode>>,
  Complete<Comparison<typeof frErrors, ErrorCode>>,
  Complete<Comparison<typeof nlErrors, ErrorCode>>,
  Complete<Comparison<typeof enValidation, ValidationKey>>,
  Complete<Comparison<typeof frValidation, ValidationKey>>,
  Complete<Comparison<typeof nlValidation, ValidationKey>>,
  Complete<Comparison<typeof enEnums, EnumKey>>,
  Complete<Comparison<typeof frEnums, EnumKey>>,
  Complete<Comparison<typeof nlEnums, EnumKey>>,
  Complete<Comparison<typeof enDeadlines, DeadlineKey>>,
  Complete<Comparison<typeof frDeadlines, DeadlineKey>>,
  Complete<Comparison<typeof nlDeadlines, DeadlineKey>>,
  Complete<Comparison<typeof enEmployeeDeadlines, EmployeeDeadlineCode>>,
  Complete<Comparison<typeof frEmployeeDeadlines, EmployeeDeadlineCode>>,
  Complete<Comparison<typeof nlEmployeeDeadlines, EmployeeDeadlineCode>>,
  Complete<Comparison<typeof deEmployeeDeadlines, EmployeeDeadlineCode>>,
];
