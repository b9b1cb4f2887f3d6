/** Enumerations of certificates (specification, section 3). */
export const ENTRY_TYPES = ['ABSENCE_DECLARATION', 'MEDICAL_CERTIFICATE'] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

export const CERTIFICATE_TYPES = ['FirstCertificate', 'Prolongation', 'Relapse', 'NoCertif', 'Unknown'] as const;
export type CertificateType = (typeof CERTIFICATE_TYPES)[number];

export const INCAPACITY_TYPES = [
  'Illness',
  'WorkAccident',
  'PrivateAccident',
  'OccupationalIllness',
  'SurgicalIntervention',
  'Hospitalization',
  'MaternityLeave',
  'Quarantine',
  'EndOfCareerIllness',
  'AccidentOnTheWayToWork',
  'BreastFeeding',
  'BirthLeave',
  'BirthLeaveForCoParents',
  'PaternityLeave',
  'SickLeave',
  'AbsenceForMedicalExamination',
  'PartialIncapacityToWork',
  'QuarantineOther',
  'MandatoryHospitalization',
  'SeriousIllness',
  'Unknown',
] as const;
export type IncapacityType = (typeof INCAPACITY_TYPES)[number];

/** Who brought a certificate in; `provider` shows the marker "uploaded by the provider team". */
export const CERTIFICATE_SOURCES = ['employer', 'provider', 'worker', 'api'] as const;
export type CertificateSource = (typeof CERTIFICATE_SOURCES)[number];
