import type { MicrosoftPerson } from '@checkwell/domain/identity/microsoft';
import { useEffect, useState } from 'react';
import { fetchMicrosoftPerson } from './microsoft.calls.ts';

/**
 * Who asks for an account with a Microsoft account; undefined without one, and when its ticket is worth nothing any more: then the form is
 * filled in by hand.
 */
export function useMicrosoftPerson(ticket: string | undefined): MicrosoftPerson | undefined {
  const [person, setPerson] = useState<MicrosoftPerson>();
  useEffect(() => {
    if (ticket === undefined) return;
    fetchMicrosoftPerson(ticket).then(setPerson, () => undefined);
  }, [ticket]);
  return person;
}
