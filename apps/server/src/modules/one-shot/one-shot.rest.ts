import { ONE_SHOT_PATH, PAYMENT_EVENTS_PATH } from '@checkwell/domain/one-shot/contract';
import { oneShotRule } from '@checkwell/domain/one-shot/rules';
import {
  companyLookupShape,
  companyPathRule,
  oneShotDocumentRule,
  oneShotOfferShape,
  oneShotPathRule,
  oneShotPayerShape,
  oneShotQueryRule,
  oneShotShape,
  paymentSessionShape,
} from '@checkwell/domain/one-shot/shapes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { downloadHeaders } from '../../platform/http/download.ts';
import { contract } from '../../platform/http/json-schema.ts';
import type { Services } from '../../services.ts';

const BODY_LIMIT_BYTES = 32 * 1024;
const EVENT_LIMIT_BYTES = 256 * 1024;

const headerOf = (request: FastifyRequest, name: string): string => String(request.headers[name] ?? '');

interface ByToken {
  Params: { token: string };
  Querystring: { refresh?: string };
}

/** The routes of One Shot Checks for visitors (domain/one-shot/contract.ts), and the route for events of the payment provider. */
export async function registerOneShotRest(app: FastifyInstance, { oneShot }: Pick<Services, 'oneShot'>): Promise<void> {
  app.get(
    ONE_SHOT_PATH,
    {
      config: { public: true },
      schema: contract({ summary: 'Whether One Shot Checks can be ordered here', response: { 200: oneShotOfferShape } }),
    },
    async function handleOffer() {
      return oneShot.offer();
    },
  );

  app.get<{ Params: { companyNumber: string } }>(
    `${ONE_SHOT_PATH}/companies/:companyNumber`,
    {
      config: { public: true },
      schema: contract({
        summary: 'Name and address of the company with a VAT number, to fill in the form; null if they are not found',
        params: companyPathRule,
        response: { 200: companyLookupShape },
      }),
    },
    async function handleCompany(request) {
      return oneShot.findCompany(request.params.companyNumber, request);
    },
  );

  app.post(
    ONE_SHOT_PATH,
    {
      config: { public: true },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: contract({
        summary: 'Order a One Shot Check; header Idempotency-Key. It becomes a check when it is paid',
        body: oneShotRule,
        response: { 201: oneShotShape },
      }),
    },
    async function handleOrder(request, reply) {
      return reply.code(201).send(await oneShot.order(request.body, headerOf(request, 'idempotency-key'), request));
    },
  );

  app.get<ByToken>(
    `${ONE_SHOT_PATH}/:token`,
    {
      config: { public: true },
      schema: contract({
        summary: 'The state of an order; refresh=true asks the payment provider first',
        params: oneShotPathRule,
        querystring: oneShotQueryRule,
        response: { 200: oneShotShape },
      }),
    },
    async function handleGet(request) {
      return oneShot.get(request.params.token, { refresh: request.query.refresh === 'true' }, request);
    },
  );

  app.get<ByToken>(
    `${ONE_SHOT_PATH}/:token/payer`,
    {
      config: { public: true },
      schema: contract({
        summary: 'The payer of a paid order, to fill in the sign-up form of a company',
        params: oneShotPathRule,
        response: { 200: oneShotPayerShape },
      }),
    },
    async function handlePayer(request) {
      return oneShot.payer(request.params.token, request);
    },
  );

  app.post<ByToken>(
    `${ONE_SHOT_PATH}/:token/payments`,
    {
      config: { public: true },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: contract({
        summary: 'Open a payment: the data with which the browser pays at the payment provider; header Idempotency-Key',
        params: oneShotPathRule,
        response: { 201: paymentSessionShape },
      }),
    },
    async function handlePay(request, reply) {
      return reply.code(201).send(await oneShot.pay(request.params.token, headerOf(request, 'idempotency-key'), request));
    },
  );

  app.get<ByToken>(
    `${ONE_SHOT_PATH}/:token/invoice`,
    {
      config: { public: true },
      schema: {
        ...contract({
          summary: 'The invoice or credit note of an order: PDF, or UBL for programs',
          params: oneShotPathRule,
          querystring: oneShotDocumentRule,
          response: {},
        }),
        produces: ['application/pdf', 'application/xml'],
      },
    },
    async function handleInvoice(request, reply) {
      const { fileName, mediaType, content } = await oneShot.download(request.params.token, request.query, request);
      return reply.headers(downloadHeaders({ fileName, mediaType })).send(content);
    },
  );

  await app.register(async (events) => {
    // The signature covers the bytes of the body as received, so the body is not parsed.
    events.removeAllContentTypeParsers();
    events.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    events.post<{ Body: Buffer }>(
      PAYMENT_EVENTS_PATH,
      { config: { public: true }, bodyLimit: EVENT_LIMIT_BYTES, schema: { hide: true } },
      async function handleEvent(request, reply) {
        await oneShot.handlePaymentEvent(
          Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          headerOf(request, 'stripe-signature'),
        );
        return reply.code(204).send();
      },
    );
  });
}
