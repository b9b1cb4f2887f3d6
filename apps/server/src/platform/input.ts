import { AppError } from '@checkwell/domain/errors';
import { issuesOf } from '@checkwell/domain/validation';
import * as z from 'zod/mini';

/**
 * Validates and normalizes input by a rule of the domain.
 * @throws {AppError} `request.invalid` with the issues by field
 */
export function parseInput<Rule extends z.core.$ZodType>(rule: Rule, input: unknown): z.output<Rule> {
  const result = z.safeParse(rule, input);
  if (!result.success) throw new AppError('request.invalid', {}, { issues: issuesOf(result.error) });
  return result.data;
}
