import { describe, expect, it } from 'vitest';
import { mailRefusal, sendAgainOf } from './failures.ts';

describe('why a mail server refuses permanently', () => {
  it.each([
    ["Can't send mail - all recipients were rejected: 550 5.1.1 <x@y.be>: Recipient address rejected: User unknown", 'wrongAddress'],
    ['550 No such user here', 'wrongAddress'],
    ['550 5.2.1 The email account that you tried to reach is disabled', 'wrongAddress'],
    ['552 5.2.2 Mailbox full', 'mailboxFull'],
    ['552 Requested mail action aborted: exceeded storage allocation', 'mailboxFull'],
    ['550 5.7.1 Message rejected as spam', 'blocked'],
    ['554 5.6.0 Message content rejected', 'other'],
    ['554 Transaction failed', 'other'],
    ['', 'other'],
  ])('%s', (said, failure) => {
    expect(mailRefusal(said)).toBe(failure);
  });
});

describe('sending a failed message again', () => {
  const now = new Date('2026-11-25T12:00:00Z');
  const failed = { state: 'failed', hasContent: true, left: false, validUntil: null } as const;
  it.each([
    ['is possible as long as its content is stored', {}, 'Possible'],
    ['is possible until it is no longer valid', { validUntil: new Date('2026-11-25T12:00:01Z') }, 'Possible'],
    ['is not possible after that', { validUntil: now }, 'Expired'],
    ['is not possible without its content', { hasContent: false }, 'Gone'],
    ['is not possible if the gateway had accepted it, because it may have arrived', { left: true }, 'Gone'],
    ['does not apply to other states', { state: 'sent' }, null],
  ] as const)('%s', (_, changes, expected) => {
    expect(sendAgainOf({ ...failed, ...changes }, now)).toBe(expected);
  });
});
