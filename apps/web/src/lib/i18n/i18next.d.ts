import type { Resources } from '@checkwell/messages';

/** Unknown keys and missing parameters are type errors. */
declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: false;
    defaultNS: 'common';
    returnNull: false;
    resources: Resources;
  }
}
