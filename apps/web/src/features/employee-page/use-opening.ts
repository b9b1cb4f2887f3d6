import type { EmployeePage } from '@checkwell/domain/employee-page/contract';
import { useEffect } from 'react';
import { LOCAL, localStore } from '../../lib/session/storage.ts';
import { sendOpening } from './employee-page.calls.ts';

/**
 * Says that the page shows an appointment to somebody who looks: not while the browser only prepares it, or in a tab behind others. Once for each
 * appointment; one that fails is made good when the page is opened the next time. In a browser in which somebody is signed in nothing is said: planners
 * read the messages with their links, and one who tries a link is not the employee.
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
