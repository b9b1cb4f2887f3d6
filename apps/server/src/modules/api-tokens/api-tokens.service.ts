import { createHash, randomBytes } from 'node:crypto';
import { type Clock, MILLISECONDS_PER_DAY } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { API_TOKEN, type ApiTokenState, apiTokenRule, apiTokenState } from '@checkwell/domain/identity/api-token';
import type { Actor } from '@checkwell/domain/policy';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database } from '../../platform/db/database.ts';
import { lockRow, updateRow } from '../../platform/db/locked.ts';
import { reauthorize } from '../../platform/db/reauthorize.ts';
import { permit, profileIdOf } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Identity } from '../identity/identity.service.ts';
import type { ApiTokenRow } from './api-tokens.repository.ts';
import * as repository from './api-tokens.repository.ts';

/** A token as lists show it; the token itself is known to its owner alone. */
export interface ApiToken extends ApiTokenRow {
  readonly state: ApiTokenState;
}

export interface CreatedApiToken {
  /** The whole token. Nobody can read it again. */
  readonly token: string;
  readonly apiToken: ApiToken;
}

/** Tokens with which other programs act for one company (design.md 1): made and withdrawn by its administrators. */
export interface ApiTokenService {
  /** Valid tokens first, then the newest. */
  list(actor: Actor, companyId: string): Promise<readonly ApiToken[]>;
  /** @param input parsed here (`apiTokenRule`) */
  create(actor: Actor, companyId: string, input: unknown): Promise<CreatedApiToken>;
  /** Takes effect at once; one that is withdrawn already stays as it is. @throws {AppError} `entity.notFound` */
  revoke(actor: Actor, companyId: string, id: string): Promise<ApiToken>;
}

export interface ApiTokenDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly identity: Pick<Identity, 'createProgram'>;
}

const TOKENS: Actor = { kind: 'system', name: 'api tokens' };

/** SHA-256 of a token, as the database keeps it. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export function createApiTokenService({ db, clock, identity }: ApiTokenDeps): ApiTokenService {
  const show = (row: ApiTokenRow): ApiToken => ({ ...row, state: apiTokenState(row, clock.now()) });

  return {
    async list(actor, companyId) {
      permit(actor, 'apiToken.read', { companyId });
      const rows = await db.as(actor, (tx) => repository.listTokens(tx, companyId, clock.now()), { readonly: true });
      return rows.map(show);
    },

    async create(actor, companyId, input) {
      permit(actor, 'apiToken.write', { companyId });
      const createdByProfileId = profileIdOf(actor);
      if (createdByProfileId === null) throw new AppError('access.forbidden');
      const { name, accesType, expiresInDays } = parseInput(apiTokenRule, input);
      const token = API_TOKEN.prefix + randomBytes(API_TOKEN.randomBytes).toString('base64url');
      const id = newId();
      const now = clock.now();
      // Only the system may add a membership; the administrator's right is checked again in the transaction.
      const row = await db.as(TOKENS, async (tx) => {
        await reauthorize(tx, actor, 'apiToken.write', companyId);
        const profileId = await identity.createProgram(tx, { companyId, name, accesType, subject: id });
        await repository.insertToken(tx, {
          companyId,
          id,
          profileId,
          name,
          prefix: token.slice(0, API_TOKEN.shownCharacters),
          tokenHash: hashOfToken(token),
          createdByProfileId,
          createdAt: now,
          expiresAt: new Date(now.getTime() + expiresInDays * MILLISECONDS_PER_DAY),
        });
        await logAccess(tx, actor, 'apiToken.create', 'api_tokens', companyId, id);
        return repository.findToken(tx, companyId, id);
      });
      if (!row) throw new AppError('entity.notFound');
      return { token, apiToken: show(row) };
    },

    async revoke(actor, companyId, id) {
      permit(actor, 'apiToken.write', { companyId });
      if (!isId(id)) throw new AppError('entity.notFound');
      const row = await db.as(actor, async (tx) => {
        await reauthorize(tx, actor, 'apiToken.write', companyId);
        const token = await lockRow(tx, 'api_tokens', { companyId, id });
        if (!token) throw new AppError('entity.notFound');
        // Only the first time counts.
        if (token.revokedAt === null) await updateRow(tx, token, { revokedAt: clock.now() });
        await logAccess(tx, actor, 'apiToken.revoke', 'api_tokens', companyId, id);
        return repository.findToken(tx, companyId, id);
      });
      if (!row) throw new AppError('entity.notFound');
      return show(row);
    },
  };
}
