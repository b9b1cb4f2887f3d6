import { describe, expect, it } from 'vitest';
import { isNews, SMS_STATES, type SmsOutcome, type SmsState, smsSegments } from './sms.ts';

describe('the length of a text message', () => {
  it.each([
    ['nothing', '', 1],
    ['160 letters', 'a'.repeat(160), 1],
    ['161 letters', 'a'.repeat(161), 2],
    ['306 letters', 'a'.repeat(306), 2],
    ['307 letters', 'a'.repeat(307), 3],
    ['80 euro signs, two septets each', '€'.repeat(80), 1],
    ['81 euro signs', '€'.repeat(81), 2],
    ['a euro sign that does not fit into the first segment', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['70 letters that GSM-7 does not have', 'ê'.repeat(70), 1],
    ['71 of them', 'ê'.repeat(71), 2],
    ['134 of them', 'ê'.repeat(134), 2],
    ['135 of them', 'ê'.repeat(135), 3],
    ['an emoji of two units that does not fit into the first segment', `${'ê'.repeat(66)}😀${'ê'.repeat(66)}`, 3],
  ])('%s', (_, text, segments) => {
    expect(smsSegments(text)).toBe(segments);
  });
});

const outcome = (state: SmsState): SmsOutcome => ({ state, failure: state === 'failed' ? 'other' : null });

it('the state of a text message never goes back, and its final state does not change', () => {
  const later = SMS_STATES.flatMap((from) => SMS_STATES.filter((to) => isNews(outcome(to), outcome(from))).map((to) => `${from} → ${to}`));
  expect(later).toEqual(['queued → sent', 'queued → delivered', 'queued → failed', 'sent → delivered', 'sent → failed']);
});

it('an unknown outcome is replaced by a reported one', () => {
  const lost: SmsOutcome = { state: 'failed', failure: 'notKnown' };
  expect(SMS_STATES.filter((to) => isNews(outcome(to), lost))).toEqual(['delivered', 'failed']);
  expect(isNews(lost, lost)).toBe(false);
  expect(isNews(lost, outcome('sent'))).toBe(true);
});
