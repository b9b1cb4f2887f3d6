import { AppError } from '@checkwell/domain/errors';
import { LEGAL_FORM_NAMES } from '@checkwell/domain/invoice/legal-form';
import { type PublicSeller, SELLER_LOGO_PATH, SELLER_PATH } from '@checkwell/domain/invoice/seller';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { contract } from '../../platform/http/json-schema.ts';
import type { Services } from '../../services.ts';

const writtenShape = z.object({ identity: z.string(), phone: z.string() });

const sellerShape = z.object({
  name: z.string(),
  legalForm: z.enum(LEGAL_FORM_NAMES),
  companyNumber: z.string(),
  court: z.string(),
  address: z.string(),
  phoneNumber: z.string(),
  email: z.string(),
  logoPath: z.nullable(z.string()),
  written: z.object({ en: writtenShape, fr: writtenShape, nl: writtenShape }),
}) satisfies z.ZodMiniType<PublicSeller>;

/** It changes with the configuration alone, so browsers may keep it for a while. */
const CACHED = { 'Cache-Control': 'public, max-age=300' } as const;

/** Who sells the checks: public pages show it, and mails and documents say the same. */
export async function registerSellerRest(app: FastifyInstance, { seller }: Pick<Services, 'seller'>): Promise<void> {
  app.get(
    SELLER_PATH,
    {
      config: { public: true },
      schema: contract({
        summary: 'The company that sells the checks: name, legal form, enterprise number, court of its register, address, how to reach it',
        response: { 200: sellerShape },
      }),
    },
    async function handleSeller(_request, reply) {
      return reply.headers(CACHED).send(seller.read());
    },
  );

  app.get(
    SELLER_LOGO_PATH,
    { config: { public: true }, schema: contract({ summary: 'Its logo, PNG or JPEG', response: {} }) },
    async function handleLogo(_request, reply) {
      const logo = seller.logo();
      if (logo === null) throw new AppError('entity.notFound');
      return reply.headers({ ...CACHED, 'Content-Type': logo.mediaType }).send(logo.content);
    },
  );
}
