import type { DoctorInput } from '@checkwell/domain/people/doctor';

let licences = 20_000_000_000;

/** A doctor of Eupen as a planner enters one; each with an address and an INAMI number of its own. */
export function doctorInput(values: Partial<DoctorInput> = {}): DoctorInput {
  licences += 1;
  return {
    firstName: 'Léa',
    lastName: 'Vandevelde',
    email: `lea${licences}@practice.example.be`,
    phoneNumber: '0470 12 34 56',
    languages: ['FR', 'DE'],
    inamiNumber: String(licences),
    practiceAddress: 'Aachener Straße 3, 4700 Eupen',
    locations: ['Office', 'Telecheck'],
    maxKm: 25,
    active: true,
    availabilities: [
      { weekday: 3, fromTime: '14:00', toTime: '18:30' },
      { weekday: 1, fromTime: '08:00', toTime: '12:00' },
    ],
    ...values,
  };
}
