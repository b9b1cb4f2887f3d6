import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';

/** An answer that is no page may load nothing, frame nothing and be framed by nothing. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Powers of the browser that no page of ours asks for; the camera is for photographing a certificate. */
const PERMISSIONS =
  'accelerometer=(), autoplay=(), camera=(self), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()';

/**
 * Headers of every answer (security.md, W2). Data is never stored by browsers or proxies; pages and their assets say
 * otherwise themselves (web.ts). `Strict-Transport-Security` is only true where the product is reached over https.
 */
export function registerSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  const secure = config.publicUrl.startsWith('https:');
  const headers = {
    'Content-Security-Policy': NO_PAGE,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS,
    'Cache-Control': 'no-store',
    ...(secure && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}

/** What the web build knows of its pages: hashes of their inline scripts and styles, `sha256-…`. */
export interface PageHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * The Content-Security-Policy of pages (security.md, W1): everything from this origin, inline code only by its hash,
 * and nothing may turn text into code.
 */
export function pagePolicy({ scripts, styles }: PageHashes): string {
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${quoted(scripts)}`,
    `style-src 'self'${quoted(styles)}`,
    // React sets element.style only; no markup carries a style attribute.
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // The mailbox shows a mail in a sandboxed frame.
    "frame-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    // The one way in which an address becomes a program: workers of the build (web: lib/workers.ts).
    'trusted-types workers',
  ].join('; ');
}

/**
 * The policy of a program that runs beside the page: it computes on what it is given and asks nobody, so that a document
 * which takes it over gains nothing. WebAssembly decodes what scanners write.
 */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
