import { API_LINK_ID } from '@checkwell/domain/api-link';

/** Origin of the API as the server named it in this page; empty: the page's own. */
export const apiHost: string = globalThis.document?.getElementById(API_LINK_ID)?.getAttribute('href') ?? '';
