import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { sampleReportFilePath } from '@checkwell/domain/public-pages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { downloadHeaders } from '../../platform/http/download.ts';
import type { Services } from '../../services.ts';

/** These pages load a style sheet, its font and a picture, run nothing and ask nobody. */
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Asked for again each time; an unchanged page costs no transfer (304). */
const REVALIDATE = 'no-cache';

/** Public pages at their addresses. They read no cookie and set none. */
export async function registerPublicPages(app: FastifyInstance, { publicPages }: Pick<Services, 'publicPages'>): Promise<void> {
  for (const { path, html } of publicPages.pages) {
    const bodies = { br: brotliCompressSync(html), gzip: gzipSync(html, { level: 9 }), identity: Buffer.from(html) };
    const etag = `"${createHash('sha256').update(html).digest('base64url')}"`;
    app.get(path, { config: { public: true }, schema: { hide: true } }, async function handlePublicPage(request, reply) {
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
      return reply.send(bodies[encoding]);
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
