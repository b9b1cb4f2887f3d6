/**
 * Whether the build renders the page ahead: what needs a script to work is there disabled, until the application takes the page's
 * place. (Forms do not: what was typed and sent goes on, boot.ts.)
 */
export const isPrerendering = typeof document === 'undefined';
