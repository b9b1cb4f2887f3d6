import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { apiLink } from '@checkwell/domain/api-link';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** In the order of preference. */
const ENCODINGS = ['br', 'gzip'];
/** A page is compressed once per process, while somebody waits: the highest level takes a hundred times as long for a tenth less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

interface PreparedPage {
  readonly etag: string;
  readonly plain: Buffer;
  readonly compressed: Readonly<Record<string, Buffer>>;
}

/** Sends one page of the build; its headers beside those of the content are the caller's. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, file: string) => FastifyReply;

/**
 * Pages of a build with the API's origin in their head. They are kept in memory, about 120 kB each, as they are asked for.
 * @param directory the build
 * @param apiUrl origin
 */
export function pagesWithApi(directory: string, apiUrl: string): SendPage {
  const prepared = new Map<string, PreparedPage>();
  return (request, reply, file) => {
    const page = prepared.get(file) ?? preparePage(readFileSync(join(directory, file), 'utf8'), apiUrl);
    prepared.set(file, page);
    reply.type('text/html; charset=utf-8').header('ETag', page.etag);
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ENCODINGS);
    const compressed = encoding === null ? undefined : page.compressed[encoding];
    if (!compressed) return reply.send(page.plain);
    return reply.header('Content-Encoding', encoding).send(compressed);
  };
}

function preparePage(html: string, apiUrl: string): PreparedPage {
  const plain = Buffer.from(html.replace('</head>', () => `${apiLink(apiUrl)}</head>`));
  return {
    // Weak: one for all encodings.
    etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
    plain,
    compressed: { br: brotliCompressSync(plain, BROTLI), gzip: gzipSync(plain) },
  };
}
