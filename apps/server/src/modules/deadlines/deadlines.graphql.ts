import { DEADLINE_CODES, DEADLINE_READERS, type Deadline } from '@checkwell/domain/check/deadlines/deadlines';
import type { CheckField } from '@checkwell/domain/check/fields';
import { batchedList } from '../../graphql/batch.ts';
import { builder, rows, weight } from '../../graphql/builder.ts';
import { LawSourceType, SentenceParamType, sentenceParams } from '../../graphql/law-source.ts';
import { needs } from '../../graphql/selection.ts';
import { CheckType } from '../checks/checks-type.graphql.ts';
import { DEADLINES_READ } from './deadlines.service.ts';

const DeadlineCodeType = builder.enumType('DeadlineCode', { values: DEADLINE_CODES });
const DeadlineReaderType = builder.enumType('DeadlineReader', { values: DEADLINE_READERS });

const DeadlineType = builder.objectRef<Deadline>('Deadline').implement({
  description: 'A term of the law that concerns the caller, as far as the product knows the facts.',
  fields: (t) => ({
    code: t.expose('code', { type: DeadlineCodeType }),
    reader: t.expose('reader', { type: DeadlineReaderType, description: 'The reader whom the sentence addresses.' }),
    params: t.field({ type: [SentenceParamType], extensions: rows(8), resolve: ({ params }) => sentenceParams(params) }),
    lastDay: t.expose('lastDay', {
      type: 'Date',
      nullable: true,
      description: 'It ends at midnight after this day, Belgian time; null where the law names no day.',
    }),
    isOver: t.exposeBoolean('isOver'),
    source: t.expose('source', { type: LawSourceType }),
  }),
});

builder.objectField(CheckType, 'deadlines', (t) =>
  t.field({
    type: [DeadlineType],
    description: 'Terms of the law that concern the caller; nothing is said about what is not known.',
    extensions: {
      ...rows(6),
      ...weight(10),
      ...needs<CheckField>(...DEADLINES_READ),
    },
    resolve: (check, _, context) =>
      batchedList(context, 'deadlines', { key: check.id, item: check }, (checks) => context.services.deadlines.find(context.actor, checks)),
  }),
);
