import { build, type Plugin } from 'vite';

/** Puts src/boot.ts, bundled, inline in the head (index.html marks the place): it must run before anything else. */
export function bootScript(entry: string): Plugin {
  return {
    name: 'checkwell:boot-script',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const result = await build({
          configFile: false,
          logLevel: 'error',
          build: { write: false, minify: true, lib: { entry, formats: ['iife'], name: 'boot', fileName: 'boot' } },
        });
        const [output] = Array.isArray(result) ? result : [result];
        const chunk = output && 'output' in output ? output.output[0] : undefined;
        if (chunk?.type !== 'chunk') throw new Error('src/boot.ts gave no script.');
        return html.replace('<!--boot-->', () => `<script data-words="{}">${chunk.code.trim()}</script>`);
      },
    },
  };
}
