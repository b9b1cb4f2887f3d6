import { build, type Plugin } from 'vite';

const MARK = '<!--boot-->';

/** Puts src/boot.ts, bundled, inline in the head (index.html marks the place): it must run before anything else. */
export function bootScript(entry: string): Plugin {
  let languages = '';
  return {
    name: 'checkwell:boot-script',
    configResolved({ env }) {
      languages = String(env.VITE_LANGUAGES ?? '');
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        if (!html.includes(MARK)) return html;
        const result = await build({
          configFile: false,
          logLevel: 'error',
          build: { write: false, minify: true, lib: { entry, formats: ['iife'], name: 'boot', fileName: 'boot' } },
        });
        const [output] = Array.isArray(result) ? result : [result];
        const chunk = output && 'output' in output ? output.output[0] : undefined;
        if (chunk?.type !== 'chunk') throw new Error('src/boot.ts gave no script.');
        return html.replace(MARK, () => `<script data-translations="{}" data-languages="${languages}">${chunk.code.trim()}</script>`);
      },
    },
  };
}
