import type Resources from './resources.gen.d.ts';

/** Types of the translator in this package; the web's copy of i18next gets the same in its own file. */
declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: false;
    defaultNS: 'common';
    returnNull: false;
    resources: Resources;
  }
}
