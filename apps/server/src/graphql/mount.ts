import { DEFAULT_LANGUAGE, type InterfaceLanguage } from '@checkwell/domain/constants';
import { AppError, ERRORS } from '@checkwell/domain/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  separateOperations,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import mercurius from 'mercurius';
import type { Config } from '../config.ts';
import { errorBody, noteError, retryAfter, toAppError } from '../platform/http/errors.ts';
import { inSpan, type NewSpan } from '../platform/trace.ts';
import type { Services } from '../services.ts';
import { PUBLIC } from './builder.ts';
import type { GraphqlContext } from './context.ts';
import { brokenByDocument, brokenByOperation, GRAPHQL_LIMITS } from './limits.ts';

/** The two formats of GraphQL over HTTP; the older one answers a request that GraphQL refuses with status 200. */
const MODERN = 'application/graphql-response+json';
const LEGACY = 'application/json';

const BODY_LIMIT_BYTES = 256 * 1024;
const DOCUMENTS_KEPT = 256;
/** Compiled at its second use: what is asked only once is not worth compiling. */
const JIT_AFTER = 1;
const MAX_ERRORS = 20;

interface GraphqlRequest {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Record<string, unknown>;
}

/** One operation of a document, ready to be asked. */
interface Prepared {
  /** The operation and its fragments alone. */
  readonly source: string;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly rootFields: ReadonlySet<string>;
}

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: readonly GraphQLError[];
}

export interface GraphqlOptions {
  readonly schema: GraphQLSchema;
  readonly services: Services;
  readonly config: Pick<Config, 'environment' | 'languages'>;
}

/**
 * POST /graphql: Mercurius with compiled queries, behind a route of our own that keeps to GraphQL over HTTP and refuses
 * what is too much before any of it is validated or run.
 * Call it in the scope whose hook sets `request.actor`.
 */
export async function registerGraphql(app: FastifyInstance, { schema, services, config }: GraphqlOptions): Promise<void> {
  await app.register(mercurius, {
    schema,
    routes: false,
    jit: JIT_AFTER,
    cache: DOCUMENTS_KEPT,
    // As they are: `send` masks them. Without data, nothing was run.
    errorFormatter: ({ data, errors }) => ({
      statusCode: 200,
      response: { data: data as Record<string, unknown>, errors: errors as GraphQLError[] },
    }),
  });
  const prepare = documentCache();
  const introspectionIsPublic = config.environment !== 'production';
  /** Only signed-in users learn what GraphQL found wrong, and only in development. */
  const explains = ({ actor }: FastifyRequest): boolean => config.environment === 'development' && actor.kind !== 'anonymous';
  const publicFields = publicFieldsOf(schema);

  app.route({
    method: 'POST',
    url: '/graphql',
    bodyLimit: BODY_LIMIT_BYTES,
    config: { public: true }, // decided per field below
    schema: { hide: true },
    // Nobody else's format: a form or a multipart body could be sent from another site without asking first.
    preParsing: async (request) => {
      if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) throw new AppError('request.unsupportedMediaType');
    },
    errorHandler: (error, request, reply) => refuse(request, reply, toAppError(error)),
    handler: async (request, reply) => {
      const { query, operationName, variables } = readBody(request.body);
      let prepared: Prepared;
      try {
        prepared = prepare(query, operationName);
        // Mercurius would fail on it instead of refusing it: there are no subscriptions here.
        if (!schema.getRootType(prepared.operation.operation)) throw withoutRoot(prepared.operation);
        const isPublic = (field: string) =>
          publicFields.has(field) || field === '__typename' || (field.startsWith('__') && introspectionIsPublic);
        if (request.actor.kind === 'anonymous' && ![...prepared.rootFields].every(isPublic)) throw new AppError('access.unauthenticated');
        const broken = brokenByOperation(schema, prepared.operation, prepared.fragments, variables);
        if (broken) throw tooComplex(broken);
      } catch (error) {
        if (error instanceof AppError) return refuse(request, reply, error, explains(request));
        throw error;
      }
      const context: GraphqlContext = {
        actor: request.actor,
        services,
        traceId: request.id,
        language: languageOf(request, config.languages),
      };
      let answer: Answer;
      try {
        answer = await inSpan(
          stepOf(schema, prepared),
          async () => (await app.graphql(prepared.source, { ...context }, variables)) as Answer,
        );
      } catch (error) {
        answer = { errors: requestErrorsOf(error) };
      }
      const [field = '', another] = prepared.rootFields;
      return send(request, reply, answer, { field: another === undefined ? field : '', explained: explains(request) });
    },
  });
}

/** A body that is no GraphQL request at all is a bad request in either format; a list of requests is none. */
function readBody(body: unknown): GraphqlRequest {
  const malformed = () => new AppError('request.malformed');
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed();
  const { query, operationName = null, variables = null, extensions = null } = body as Record<string, unknown>;
  const isMap = (value: unknown) => value === null || (typeof value === 'object' && !Array.isArray(value));
  if (typeof query !== 'string' || (operationName !== null && typeof operationName !== 'string') || !isMap(variables) || !isMap(extensions))
    throw malformed();
  if (query.length > GRAPHQL_LIMITS.characters) throw tooComplex('characters');
  return { query, operationName: operationName || undefined, variables: (variables ?? {}) as Record<string, unknown> };
}

const tooComplex = (limit: keyof typeof GRAPHQL_LIMITS) => new AppError('request.tooComplex', { limit, most: GRAPHQL_LIMITS[limit] });

const withoutRoot = ({ operation }: OperationDefinitionNode) =>
  new AppError('request.malformed', {}, { cause: new GraphQLError(`The schema has no operations of type ${operation}.`) });

/** Parses and measures each document once, and takes out the operation that is meant. */
function documentCache(): (query: string, operationName: string | undefined) => Prepared {
  const kept = new LRUCache<string, Prepared>({ max: DOCUMENTS_KEPT });
  return (query, operationName) => {
    const key = `${operationName ?? ''}\0${query}`;
    const known = kept.get(key);
    if (known) return known;
    const prepared = prepareOperation(query, operationName);
    kept.set(key, prepared);
    return prepared;
  };
}

function prepareOperation(query: string, operationName: string | undefined): Prepared {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: GRAPHQL_LIMITS.tokens });
  } catch (error) {
    if (error instanceof GraphQLError && /tokens\. Parsing aborted/.test(error.message)) throw tooComplex('tokens');
    throw new AppError('request.malformed', {}, { cause: error });
  }
  const broken = brokenByDocument(document);
  if (broken) throw tooComplex(broken);
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const operation =
    operationName === undefined && operations.length === 1
      ? operations[0]
      : operations.find(({ name }) => name?.value === operationName && name !== undefined);
  if (!operation) throw new AppError('request.malformed');
  const fragments = new Map(
    document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION).map((node) => [node.name.value, node]),
  );
  return {
    // Mercurius compiles one operation per text, whatever the operation's name.
    source: operations.length === 1 ? query : print(separateOperations(document)[operation.name?.value ?? ''] ?? document),
    operation,
    fragments,
    rootFields: rootFieldsOf(operation.selectionSet, fragments),
  };
}

function rootFieldsOf(
  set: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  found = new Set<string>(),
  seen = new Set<string>(),
): Set<string> {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) found.add(selection.name.value);
    else if (selection.kind === Kind.INLINE_FRAGMENT) rootFieldsOf(selection.selectionSet, fragments, found, seen);
    else {
      const fragment = fragments.get(selection.name.value);
      if (!fragment || seen.has(selection.name.value)) continue;
      seen.add(selection.name.value);
      rootFieldsOf(fragment.selectionSet, fragments, found, seen);
    }
  }
  return found;
}

/** The step of a trace that an operation is, by fields of the schema: its name is whatever the caller typed. */
function stepOf(schema: GraphQLSchema, { operation, rootFields }: Prepared): NewSpan {
  const known = schema.getRootType(operation.operation)?.getFields() ?? {};
  const fields = [...rootFields].filter((field) => Object.hasOwn(known, field)).join(' ');
  return {
    name: `graphql ${operation.operation} ${fields}`,
    attributes: { 'graphql.operation.type': operation.operation, 'checkwell.fields': fields },
  };
}

/** Root fields that say `extensions: PUBLIC`. */
function publicFieldsOf(schema: GraphQLSchema): ReadonlySet<string> {
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.values(type?.getFields() ?? {}));
  return new Set(roots.filter(({ extensions }) => extensions.public === PUBLIC.public).map(({ name }) => name));
}

/** Mercurius throws what GraphQL refuses before it runs anything, as a list. */
function requestErrorsOf(error: unknown): readonly GraphQLError[] {
  const { errors } = error as { errors?: unknown };
  const isRefusal = error instanceof Error && 'code' in error && error.code === 'MER_ERR_GQL_VALIDATION' && Array.isArray(errors);
  if (!isRefusal) throw error;
  return errors as GraphQLError[];
}

/** What GraphQL itself says of a request that it refused, for `extensions.detail`. */
const detailOf = ({ code, cause }: AppError): { readonly detail?: string } =>
  code === 'request.malformed' && cause instanceof GraphQLError ? { detail: cause.message } : {};

/** @param field the one that was asked for, as the schema calls it; empty: several */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { data, errors = [] }: Answer,
  { field, explained }: { readonly field: string; readonly explained: boolean },
): FastifyReply {
  const ran = data !== undefined;
  // GraphQL's own messages name types and fields, and suggest others: they stay here, unless they are explained.
  const masked = errors.slice(0, MAX_ERRORS).map((error) => ({
    error: ran ? toAppError(error.originalError ?? error) : new AppError('request.malformed', {}, { cause: error }),
    path: error.path,
    locations: error.locations,
  }));
  for (const { error } of masked) noteError(request, error, field);
  const lost = masked.find(({ error }) => error.status === 401);
  const format = formatOf(request);
  if (lost) reply.header('WWW-Authenticate', 'Bearer');
  reply.code(lost ? 401 : ran || format === LEGACY ? 200 : 400);
  return reply.type(`${format}; charset=utf-8`).send(
    JSON.stringify({
      ...(masked.length > 0 && {
        errors: masked.map(({ error, path, locations }) => ({
          message: error.code,
          ...(locations && { locations }),
          ...(path && { path }),
          extensions: { ...errorBody(error, request.id), ...(explained && detailOf(error)) },
        })),
      }),
      ...(ran && { data }),
    }),
  );
}

/** Refusals that GraphQL itself makes (a request that cannot be parsed or is too much): status 200 in the older format. */
const GRAPHQL_REFUSALS = new Set(['request.tooComplex']);

function refuse(request: FastifyRequest, reply: FastifyReply, error: AppError, explained = false): FastifyReply {
  noteError(request, error);
  const format = formatOf(request);
  const seconds = retryAfter(error);
  if (seconds !== undefined) reply.header('Retry-After', String(seconds));
  if (error.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  const byGraphql = GRAPHQL_REFUSALS.has(error.code) || (error.code === 'request.malformed' && error.cause instanceof GraphQLError);
  return reply
    .code(byGraphql && format === LEGACY ? 200 : ERRORS[error.code].status)
    .type(`${format}; charset=utf-8`)
    .send(
      JSON.stringify({
        errors: [{ message: error.code, extensions: { ...errorBody(error, request.id), ...(explained && detailOf(error)) } }],
      }),
    );
}

/** The newer format for those who name it, the older one for everybody else. */
function formatOf(request: FastifyRequest): typeof MODERN | typeof LEGACY {
  const wishes = (request.headers.accept ?? '').split(',').map((item) => {
    const [type = '', ...parameters] = item.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((text) => text.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  const quality = (type: string) => wishes.find((wish) => wish.type === type)?.quality ?? 0;
  return quality(MODERN) > 0 && quality(MODERN) >= quality(LEGACY) ? MODERN : LEGACY;
}

/** The first language of `Accept-Language` that is on offer. */
function languageOf(request: FastifyRequest, offered: readonly InterfaceLanguage[]): InterfaceLanguage {
  for (const item of (request.headers['accept-language'] ?? '').split(',')) {
    const language = item.trim().slice(0, 2).toLowerCase();
    const match = offered.find((candidate) => candidate === language);
    if (match) return match;
  }
  return offered[0] ?? DEFAULT_LANGUAGE;
}
