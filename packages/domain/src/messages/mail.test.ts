import { expect, it } from 'vitest';
import { MAIL_STATES } from '../people/mail-enums.ts';
import { isLaterMailState, statusCodeIn } from './mail.ts';

it('the state of a mail never goes back, and a delivered mail may still fail', () => {
  const later = MAIL_STATES.flatMap((from) => MAIL_STATES.filter((to) => isLaterMailState(to, from)).map((to) => `${from} → ${to}`));
  expect(later).toEqual([
    'queued → sent',
    'queued → delivered',
    'queued → failed',
    'sent → delivered',
    'sent → failed',
    'delivered → failed',
  ]);
});

it.each([
  ['550 5.1.1 <an@example.be>: User unknown', '5.1.1'],
  ['smtp; 452-4.2.2 Mailbox full', '4.2.2'],
  ['550 No such user', ''],
  ['from 192.168.5.1.1 refused', ''],
])('the status code in "%s"', (said, code) => {
  expect(statusCodeIn(said)).toBe(code);
});
