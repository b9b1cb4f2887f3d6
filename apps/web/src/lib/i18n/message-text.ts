import { paramsOf } from '@checkwell/domain/validation';
import { sentenceOf } from './sentence.ts';

/**
 * Text of an error in the interface language (see `sentenceOf`). The limits that its sentence names are the rule's own
 * (`paramsOf`); values that the error brings count first.
 */
export function messageText(message: string | undefined, params: object = {}, language?: string): string | undefined {
  return sentenceOf(message, { ...paramsOf({ message: (message ?? '').replace(/^validation:/, '') }), ...params }, language);
}
