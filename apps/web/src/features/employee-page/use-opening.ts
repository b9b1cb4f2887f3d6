import type { EmployeePage } from '@checkwell/domain/employee-page/contract';
import { useEffect } from 'react';
import { LOCAL, localStore } from '../../lib/session/storage.ts';
import { sendOpening } from './employee-page.calls.ts';

/**
 * Reports that an appointment was seen, once the page is visible: not while the browser prepares it, or in a background tab. Once for each
 * appointment; a failed request is repeated when the page is opened the next time. A browser in which somebody is signed in reports nothing,
 * because planners who try the link of a message are not the employee.
 */
export function useOpening(token: string, appointment: EmployeePage['appointment']): void {
  const start = appointment?.start;
  // The same time with another doctor, or at another place, is another appointment.
  const place = appointment && `${appointment.doctorFullName}\n${appointment.address}`;
  useEffect(() => {
    if (start === undefined || place === null) return;
    let isSaid = false;
    const say = () => {
      // A page that is prepared in advance is hidden, too.
      if (isSaid || document.visibilityState !== 'visible' || localStore.getItem(LOCAL.session) !== null) return;
      isSaid = true;
      void sendOpening(token, start).catch(() => undefined);
    };
    say();
    document.addEventListener('visibilitychange', say);
    return () => document.removeEventListener('visibilitychange', say);
  }, [token, start, place]);
}
