import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';

/** An answer that is no page may load nothing, frame nothing and be framed by nothing. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Browser permissions that no page of the product needs; the camera is for photographing a certificate, or the card that a doctor leaves at a door, and the
 * position for an attempt there (docs/decisions/0074).
 */
const PERMISSIONS =
  'accelerometer=(), autoplay=(), camera=(self), display-capture=(), geolocation=(self), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()';

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

/** What the web build knows of its pages (apps/web/build/pages.ts). */
export interface PageFacts {
  /** Hashes of inline scripts, `sha256-…`. */
  readonly scripts: readonly string[];
  /** Hashes of inline styles, `sha256-…`. */
  readonly styles: readonly string[];
  /** Origins that the build was told to ask (`VITE_GRAPHQL_URL`). */
  readonly calls?: readonly string[];
}

/** Other origins that a page may load scripts and frames from, and send requests to. */
export interface PageOrigins {
  readonly scripts?: readonly string[];
  readonly frames?: readonly string[];
  readonly calls?: readonly string[];
  /** Policy names under which they may turn an address into a script (web: lib/browser/trusted-types.ts). */
  readonly policies?: readonly string[];
}

/** The provider for trying things out has a frame and nothing else; Stripe's own list is in its documentation ("Security"). */
export function paymentOriginsOf(payments: Config['payments']): PageOrigins {
  if (payments === null) return {};
  if (payments.elementsUrl !== null) return { frames: [new URL(payments.elementsUrl).origin] };
  return {
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    calls: ['https://api.stripe.com'],
    policies: ['stripe'],
  };
}

/**
 * The Content-Security-Policy of pages (security.md, W1): everything from this origin, inline code only by its hash,
 * and nothing may turn text into code.
 * @param others origins beside this one that the pages may load from and ask
 */
export function pagePolicy({ scripts, styles, calls = [] }: PageFacts, others: PageOrigins = {}): string {
  const also = (names: readonly string[] = []) => names.map((name) => ` ${name}`).join('');
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${quoted(scripts)}${also(others.scripts)}`,
    `style-src 'self'${quoted(styles)}`,
    // React sets element.style only; no markup carries a style attribute.
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // The mailbox shows a mail in a sandboxed frame; card fields are the payment provider's.
    `frame-src 'self'${also(others.frames)}`,
    `connect-src 'self'${also([...new Set([...calls, ...(others.calls ?? [])])])}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    // Where an address may become a script: workers of the build, and Stripe's own code (web: lib/browser/trusted-types.ts).
    `trusted-types workers${also(others.policies)}`,
  ].join('; ');
}

/**
 * The policy of a web worker: it computes on what it is given and sends no requests, so that a document
 * which takes it over gains nothing. WebAssembly decodes what scanners write.
 */
export const WORKER_POLICY =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The policy of the service worker for a doctor's pages: it fetches them, and nothing from elsewhere (docs/decisions/0087). */
export const SERVICE_WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
