import path from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { announcerWithoutMarkup } from './build/announcer.ts';
import { bootScript } from './build/boot.ts';
import { sharedGroups } from './build/chunks.ts';
import { fonts } from './build/fonts.ts';
import { graphqlOperations } from './build/graphql-operations.ts';
import { belgianMap } from './build/map.ts';
import { PUBLIC_STYLE, pages } from './build/pages.ts';

const root = import.meta.dirname;

// What every page needs in two files (libraries change less often than we do), what only pages without the application need in another;
// what the screens share in a few more (build/chunks.ts).
const GROUPS = [
  {
    name: 'libraries',
    priority: 7,
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next|@tanstack\/history)\/(?!.*with-selector)/,
  },
  {
    name: 'base',
    priority: 6,
    test: /vite\/|rolldown|packages\/messages\/locales\/.*\?url|packages\/domain\/src\/(clock|constants|api-link)|src\/lib\/[a-z0-9]+\/(api-error|api-host|draft-store|errors|http|i18n|document-title|language|sentence|session|storage|storage-keys|theme|time|toast|token|words|words-loader)\.ts|src\/ui\/[a-z]+\/(Alert|AppLink|Button|control|cx|EmptyState|ErrorState|Field|field-context|Icon|IconButton|Logo|navigation|SegmentedControl|Spinner|TextInput|Toast)\.tsx?/,
  },
  {
    name: 'visitors',
    priority: 0,
    test: /src\/features\/sign-in\/(?:microsoft\/)?(SignInFrame|SignInLinks|microsoft-window|microsoft\.calls|sign-in\.calls)\.tsx?|src\/ui\/[a-z]+\/(VisitorSwitches|PublicFooter)\.tsx|src\/lib\/[a-z0-9]+\/(one-shot-offer|seller)\.ts|packages\/domain\/src\/public-pages\.ts|packages\/domain\/src\/one-shot\/contract\.ts/,
  },
  ...sharedGroups,
];

export default defineConfig(({ isSsrBuild }) => ({
  root,
  plugins: [
    ...(isSsrBuild ? [] : [graphqlOperations()]),
    fonts(path.join(root, '../../node_modules/.cache/checkwell-fonts')),
    belgianMap(),
    tanstackRouter({
      target: 'react',
      routesDirectory: path.join(root, 'src/routes'),
      generatedRouteTree: path.join(root, 'src/routeTree.gen.ts'),
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
      // Screens and loaders, and with them queries and operations, stay out of the first chunk: the sign-in page needs none.
      autoCodeSplitting: true,
      codeSplittingOptions: { defaultBehavior: [['component'], ['loader']] },
      routeFileIgnorePattern: '\\.test\\.',
    }),
    react({ compiler: true }),
    tailwindcss(),
    // React Aria speaks thirty languages; the product speaks three.
    { ...optimizeLocales.vite({ locales: ['en-GB', 'en-US', 'fr-FR', 'nl-NL'] }), enforce: 'pre' as const },
    announcerWithoutMarkup(),
    bootScript(path.join(root, 'src/boot.ts')),
    ...(isSsrBuild ? [] : [pages(root)]),
  ],
  build: {
    target: 'es2022',
    outDir: 'dist',
    manifest: !isSsrBuild,
    // Words and fonts are fetched by address: an inlined data: address would break the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            checks: { bundlerTimings: false },
            input: ['index.html', PUBLIC_STYLE].map((file) => path.join(root, file)),
            // The first script names every other: a letter less of each is a quarter of a kilobyte of every first visit.
            output: {
              codeSplitting: { groups: GROUPS },
              chunkFileNames: 'assets/[name]-[hash:7].js',
              assetFileNames: 'assets/[name]-[hash:4][extname]',
            },
          },
        }),
  },
  // The page rendered ahead runs on Node, which takes TypeScript only from outside node_modules.
  ssr: { noExternal: [/^@checkwell\//] },
  server: {
    proxy: Object.fromEntries(
      ['/auth', '/v1', '/graphql', '/ofrep'].map((prefix) => [prefix, process.env.CHECKWELL_SERVER ?? 'http://127.0.0.1:3000']),
    ),
  },
}));
