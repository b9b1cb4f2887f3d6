import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { sampleReportFilePath } from '@checkwell/domain/public-pages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { downloadHeaders } from '../../platform/http/download.ts';
import type { Services } from '../../services.ts';

/** These pages load a style sheet, its font and a picture, run nothing and ask nobody. */
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Asked for again each time; an unchanged page costs no transfer (304). */
const REVALIDATE = 'no-cache';

const compressed = { br: promisify(brotliCompress), gzip: (html: string) => promisify(gzip)(html, { level: 9 }) };

/** A page as it travels; what takes time is done once, when somebody asks for it, and not before the server can start. */
function preparePage(write: () => string) {
  const html = write();
  const bodies = new Map<keyof typeof compressed, Promise<Buffer>>();
  return {
    etag: `"${createHash('sha256').update(html).digest('base64url')}"`,
    body(encoding: ReturnType<typeof encodingFor>): Promise<Buffer> | string {
      if (encoding === 'identity') return html;
      const body = bodies.get(encoding) ?? compressed[encoding](html);
      bodies.set(encoding, body);
      return body;
    },
  };
}

/** Public pages at their addresses. They read no cookie and set none. */
export async function registerPublicPages(app: FastifyInstance, { publicPages }: Pick<Services, 'publicPages'>): Promise<void> {
  for (const { path, html } of publicPages.pages) {
    let page: ReturnType<typeof preparePage> | undefined;
    app.get(path, { config: { public: true }, schema: { hide: true } }, async function handlePublicPage(request, reply) {
      page ??= preparePage(html);
      const { etag, body } = page;
      const encoding = encodingFor(request);
      reply.headers({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': POLICY,
        'Cache-Control': REVALIDATE,
        Vary: 'accept-encoding',
        // The bytes differ by encoding, what they say does not.
        ETag: `W/${etag}`,
      });
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
      return reply.send(await body(encoding));
    });
  }

  for (const language of publicPages.languages) {
    app.get(sampleReportFilePath(language), { config: { public: true }, schema: { hide: true } }, async function handleSample(_, reply) {
      const { fileName, bytes } = await publicPages.sampleFile(language);
      return reply.headers({ ...downloadHeaders({ fileName, mediaType: 'application/pdf' }), 'Cache-Control': REVALIDATE }).send(bytes);
    });
  }
}

function encodingFor(request: FastifyRequest): 'br' | 'gzip' | 'identity' {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const takes = (name: string): boolean => new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(accepted);
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}
