import type { MicrosoftPerson } from '@checkwell/domain/identity/microsoft';
import { useEffect, useState } from 'react';
import { fetchMicrosoftPerson } from './microsoft.calls.ts';

/**
 * The person of a Microsoft ticket; undefined without a ticket and when it is no longer valid, so that the form is filled in by hand.
 */
export function useMicrosoftPerson(ticket: string | undefined): MicrosoftPerson | undefined {
  const [person, setPerson] = useState<MicrosoftPerson>();
  useEffect(() => {
    if (ticket === undefined) return;
    fetchMicrosoftPerson(ticket).then(setPerson, () => undefined);
  }, [ticket]);
  return person;
}
