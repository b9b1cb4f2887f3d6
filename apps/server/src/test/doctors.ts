import type { DoctorInput } from '@checkwell/domain/people/doctor';
import { inamiOf } from '@checkwell/domain/people/numbers/inami';
import type { TestDatabase } from './database.ts';

let licences = 200_000;

/** A doctor in Eupen as a planner enters one; each with another address and INAMI number. */
export function doctorInput(values: Partial<DoctorInput> = {}): DoctorInput {
  licences += 1;
  return {
    firstName: 'Léa',
    lastName: 'Vandevelde',
    email: `lea${licences}@practice.example.be`,
    phoneNumber: '0470 12 34 56',
    languages: ['FR', 'DE'],
    inamiNumber: inamiOf(licences),
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

/** The profile with which the doctor signs in. */
export async function profileIdOfDoctor(owner: TestDatabase['owner'], doctorId: string): Promise<string> {
  const [profile] = await owner<{ id: string }>('select id from profiles where "doctorId" = $1', [doctorId]);
  if (!profile) throw new Error('The doctor has no account.');
  return profile.id;
}
