import { AppError } from '@checkwell/domain/errors';
import { issuesOf } from '@checkwell/domain/validation';
import * as z from 'zod/mini';

/**
 * What came from outside, checked and put in order by a rule of the domain.
 * @throws {AppError} `request.invalid` with the faults by field
 */
export function parseInput<Rule extends z.core.$ZodType>(rule: Rule, input: unknown): z.output<Rule> {
  const result = z.safeParse(rule, input);
  if (!result.success) throw new AppError('request.invalid', {}, { issues: issuesOf(result.error) });
  return result.data;
}
