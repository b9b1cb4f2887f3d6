import { DOCUMENT_FIELDS } from '@checkwell/domain/certificate/fields';
import { batched } from '../../graphql/batch.ts';
import { builder } from '../../graphql/builder.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { exposed } from '../../graphql/fields.ts';
import type { DocumentView } from './documents.service.ts';

export const DocumentType = builder.objectRef<DocumentView>('Document').implement({
  description: 'An uploaded file; `url` gives it to those who may read it.',
  fields: (t) => ({
    ...exposed(t, DOCUMENT_FIELDS, {
      byteSize: 'Bytes.',
      url: 'Path below the API host; asks for the Authorization header.',
    }),
  }),
});

/** The file of a record that has one, with those of other records of the request; null for those who may not read it. */
export const documentOf = (context: GraphqlContext, id: string | null) =>
  id === null ? null : batched(context, 'documents', id, (ids) => context.services.documents.findMany(context.actor, ids));
