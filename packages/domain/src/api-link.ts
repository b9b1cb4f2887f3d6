/**
 * Where the pages find the origin of an API that is not theirs: `<link id="api" rel="preconnect" href="https://api.example.be">` in their
 * head. The server writes it as it serves them, so one build does for any address (docs/decisions/0048); browsers connect ahead besides.
 */
export const API_LINK_ID = 'api';

/** @param origin without a slash at the end, as in `https://api.example.be` */
export const apiLink = (origin: string): string => `<link id="${API_LINK_ID}" rel="preconnect" href="${origin}" crossorigin>`;
