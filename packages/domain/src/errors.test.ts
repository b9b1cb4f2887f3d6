import { describe, expect, it } from 'vitest';
import { AppError, ERRORS, type ErrorCode } from './errors.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

describe('error catalogue', () => {
  it('uses 401 only for missing or bad credentials, because clients then end the session (specification)', () => {
    expect(CODES.filter((code) => ERRORS[code].status === 401)).toEqual([
      'access.unauthenticated',
      'auth.tokenInvalid',
      'auth.sessionEnded',
    ]);
  });

  it('has only HTTP error statuses, and logs server errors of our own as errors', () => {
    const errorsOfOthers: readonly ErrorCode[] = ['server.overloaded', 'auth.microsoftUnavailable'];
    for (const code of CODES) {
      const { status, log } = ERRORS[code];
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      if (status >= 500 && !errorsOfOthers.includes(code)) expect(log).toBe('error');
    }
  });

  it('has codes of the form area.name', () => {
    for (const code of CODES) expect(code).toMatch(/^[a-z]+\.[a-z][A-Za-z]+$/);
  });

  it('gives an error its status, parameters and issues, and the limits of its message', () => {
    const error = new AppError('request.invalid', {}, { issues: [{ path: 'email', message: 'emailRequired' }] });
    expect(error).toMatchObject({
      name: 'AppError',
      message: 'request.invalid',
      status: 422,
      issues: [{ path: 'email', message: 'emailRequired' }],
    });
    expect(new AppError('document.tooLarge').params).toEqual({ max: 10 });
    expect(new AppError('document.tooLarge', { max: 5 }).params).toEqual({ max: 5 });
    expect(new AppError('auth.passwordRule').params).toEqual({ min: 12, digits: 3 });
    expect(new AppError('entity.notFound', {}, { cause: 'why' }).cause).toBe('why');
  });
});
