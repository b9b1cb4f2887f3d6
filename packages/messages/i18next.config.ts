import { defineConfig } from 'i18next-cli';

/**
 * `npm run types -w @checkwell/messages` writes the literal English texts as types, so that an unknown key
 * or a missing `{{parameter}}` is a type error. English is the language that defines the keys;
 * locales.test.ts holds the others to it.
 */
export default defineConfig({
  locales: ['en', 'fr', 'nl'],
  extract: {
    input: ['../../apps/web/src/**/*.{ts,tsx}'],
    output: 'locales/{{language}}/{{namespace}}.json',
    defaultNS: 'common',
  },
  types: {
    input: ['locales/en/*.json'],
    output: 'src/i18next.d.ts',
    resourcesFile: 'src/resources.gen.d.ts',
  },
});
