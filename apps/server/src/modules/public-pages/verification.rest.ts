import { VERIFY_KEY_PATH, VERIFY_PATH } from '@checkwell/domain/check/evidence/evidence';
import { DEFAULT_LANGUAGE, type InterfaceLanguage } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCode } from '../../platform/error-code.ts';
import type { Services } from '../../services.ts';
import type { ShownVerification } from './verification.html.ts';

/** These pages load a style sheet, its font and a picture, run nothing, and send their forms to this server alone. */
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Far above what a pack comes to. */
const FILE_LIMIT_BYTES = 4 * 1024 * 1024;

const STATUS = {
  question: 200,
  valid: 200,
  replaced: 200,
  notACode: 400,
  unknown: 404,
  withdrawn: 410,
  tooLarge: 413,
  tooMany: 429,
} as const satisfies Record<ShownVerification['kind'], number>;

interface VerifyRequest {
  Params: { code?: string };
  Querystring: { code?: unknown; language?: unknown };
}

/** Where anybody verifies an evidence pack, without an account and without a script. They read no cookie and set none. */
export async function registerVerification(
  app: FastifyInstance,
  { evidence, publicPages }: Pick<Services, 'evidence' | 'publicPages'>,
): Promise<void> {
  const open = { config: { public: true, takesTurn: true }, schema: { hide: true } } as const;
  const { languages } = publicPages;

  /** The one that the address asks for, else the first that the browser wants and we have. */
  function languageOf({ query, headers }: FastifyRequest<VerifyRequest>): InterfaceLanguage {
    const wanted = [query.language, ...(headers['accept-language'] ?? '').split(',').map((item) => item.trim().slice(0, 2).toLowerCase())];
    const found = wanted.map((wish) => languages.find((language) => language === wish)).find((language) => language !== undefined);
    return found ?? languages[0] ?? DEFAULT_LANGUAGE;
  }

  const show = (request: FastifyRequest<VerifyRequest>, reply: FastifyReply, shown: ShownVerification) =>
    reply
      .code(STATUS[shown.kind])
      .headers({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': POLICY,
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
      })
      .send(publicPages.verificationHtml(shown, languageOf(request)));

  async function answer(
    request: FastifyRequest<VerifyRequest>,
    typed: string,
    file: Uint8Array | null | undefined,
  ): Promise<ShownVerification> {
    const { code, state, sameFile } = await evidence.verify(typed, file ?? null, request);
    if (code === null) return { kind: 'notACode', typed };
    if (state === 'withdrawn' || state === 'unknown') return { kind: state, code };
    return { kind: state, code, file: file === undefined ? null : sameFile === null ? 'noFile' : sameFile ? 'same' : 'different' };
  }

  app.get(VERIFY_KEY_PATH, open, async function handleKey(_, reply) {
    return reply.type('application/x-pem-file').header('Cache-Control', 'no-cache').send(evidence.publicKey);
  });

  await app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler(async function handleRefusal(error, request: FastifyRequest<VerifyRequest>, reply) {
      if (error instanceof AppError && error.code === 'auth.tooManyAttempts')
        return show(request, reply, { kind: 'tooMany', seconds: Number(error.params?.retryAfterSeconds ?? 60) });
      if (errorCode(error) === 'request.tooLarge' || errorCode(error) === 'FST_ERR_CTP_BODY_TOO_LARGE')
        return show(request, reply, { kind: 'tooLarge' });
      throw error;
    });

    scope.get<VerifyRequest>(VERIFY_PATH, open, async function handlePage(request, reply) {
      const { code } = request.query;
      return show(request, reply, typeof code === 'string' ? await answer(request, code, undefined) : { kind: 'question' });
    });

    scope.get<VerifyRequest>(`${VERIFY_PATH}/:code`, open, async function handleCode(request, reply) {
      return show(request, reply, await answer(request, request.params.code ?? '', undefined));
    });

    scope.post<VerifyRequest>(`${VERIFY_PATH}/:code`, { ...open, bodyLimit: FILE_LIMIT_BYTES }, async function handleFile(request, reply) {
      return show(request, reply, await answer(request, request.params.code ?? '', await fileOf(request)));
    });
  });
}

/** The file of a form; null: none was chosen. It is hashed, and nothing of it is kept. */
async function fileOf({ headers, body }: FastifyRequest): Promise<Uint8Array | null> {
  if (!Buffer.isBuffer(body)) return null;
  const type = headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => null);
  const file = form?.get('file');
  if (!(file instanceof File) || file.size === 0) return null;
  return new Uint8Array(await file.arrayBuffer());
}
