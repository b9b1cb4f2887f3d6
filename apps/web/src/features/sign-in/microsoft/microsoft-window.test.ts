import { expect, test } from 'vitest';
import { answerIn, refusalOf } from './microsoft-window.ts';

/** What Microsoft adds to the address that it sends the window back to: an OAuth error, and a text that begins with its own code. */
const refused = (error: string, description: string) => {
  const answer = answerIn(`?${new URLSearchParams({ error, error_description: description, state: 'a' })}`);
  return answer && refusalOf(answer);
};

test.each([
  ['an account that is locked after too many attempts', 'access_denied', 'AADSTS50053: The account is locked.', 'tooManyAttempts'],
  ['a person who cancels', 'access_denied', 'AADSTS65004: User declined to consent to access the app.', 'cancelled'],
  ['a Microsoft that cannot answer', 'temporarily_unavailable', '', 'unavailable'],
  ['a Microsoft with a failure', 'server_error', '', 'unavailable'],
  ['anything else', 'invalid_request', 'AADSTS900144: The request body must contain a parameter.', 'failed'],
  ['a code that only begins alike', 'invalid_request', 'AADSTS500531: Something else.', 'failed'],
])('%s', (_, error, description, sentence) => {
  expect(refused(error, description)).toBe(sentence);
});

test('an address without a code and without an error is no answer', () => {
  expect(answerIn('?state=a')).toBeNull();
  expect(answerIn('?code=b')).toBeNull();
  expect(answerIn('?state=a&code=b')).toEqual({ state: 'a', code: 'b', error: null, description: '' });
});
