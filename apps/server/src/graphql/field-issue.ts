import type { FieldIssue } from '@checkwell/domain/errors';
import { builder, rows } from './builder.ts';
import { SentenceParamType, sentenceParams } from './law-source.ts';

/** The error of one field where it is part of a result, in the same shape as in a refused request. */
export const FieldIssueType = builder.objectRef<FieldIssue>('FieldIssue').implement({
  description: 'An error of one field; its sentence is in the namespace `validation`.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The field; empty for the whole.' }),
    message: t.exposeString('message'),
    params: t.field({ type: [SentenceParamType], extensions: rows(2), resolve: ({ params = {} }) => sentenceParams(params) }),
  }),
});
