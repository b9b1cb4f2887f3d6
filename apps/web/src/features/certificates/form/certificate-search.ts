import { id, searchParams } from '@checkwell/domain/lists/search-params';

/** What a new certificate starts from: what the employee of a check sent. */
export const newCertificateSearch = searchParams({ sentCheckId: id, sentId: id });
