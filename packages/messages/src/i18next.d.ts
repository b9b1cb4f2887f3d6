import type Resources from './resources.gen.d.ts';

/** Types the keys of i18next in this package; the web application declares the same for its own copy of i18next. */
declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: false;
    defaultNS: 'common';
    returnNull: false;
    resources: Resources;
  }
}
