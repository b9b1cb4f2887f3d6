/**
 * Whether the build is rendering the page. Elements that need a script are disabled in that HTML, except forms, whose input boot.ts keeps.
 */
export const isPrerendering = typeof document === 'undefined';
