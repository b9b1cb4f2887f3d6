import { builder } from '../../graphql/builder.ts';
import type { DocumentView } from './documents.service.ts';

export const DocumentType = builder.objectRef<DocumentView>('Document').implement({
  description: 'An uploaded file; `url` gives it to those who may read it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    fileName: t.exposeString('fileName'),
    mediaType: t.exposeString('mediaType'),
    byteSize: t.exposeInt('byteSize', { description: 'Bytes.' }),
    url: t.exposeString('url', { description: 'Path below the API host; asks for the Authorization header.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});
