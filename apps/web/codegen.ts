/**
 * Writes typed GraphQL operations: `features/<noun>/<noun>.graphql` (and `lib/*.graphql`) → `<noun>.gql.ts` beside it.
 *
 * Operations live in `.graphql` files, one per feature, self-contained (fragments included, but for the shared ones), checked against the
 * committed apps/server/schema.graphql. One generated file per feature keeps its queries in that route's chunk;
 * the generated files are not committed. Run by the Vite plugin below (build and dev) and by
 * `npm run codegen -w @checkwell/web`.
 */
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FACT_FIELDS } from '@checkwell/domain/check/facts';
import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import {
  buildSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  stripIgnoredCharacters,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

import { CACHED_TYPES } from './src/lib/api/cached-types.ts';

/** Fragments that every document may spread: made of the tables of fields, or what a component of `ui/` shows. */
const SHARED_FRAGMENTS: Readonly<Record<string, string>> = {
  /** What the lines about a check are made of (domain/check/facts.ts). */
  CheckFacts: `fragment CheckFacts on Check { ${FACT_FIELDS.join(' ')} }`,
  /** What ui/law/Deadlines.tsx shows. */
  CheckDeadlines: `fragment CheckDeadlines on Check {
    deadlines { code reader params { name value } lastDay isOver source { act article address } }
  }`,
  /** What ui/content/Attempts.tsx shows. */
  CheckAttempts: `fragment CheckAttempts on Check {
    attempts {
      id attemptedAt receivedAt detailsErased bell latitude longitude accuracyMetres withinDuty cardStart photo { id fileName url }
    }
  }`,
  /** What ui/content/EmployeeTold.tsx shows. */
  EmployeeTold: `fragment EmployeeTold on Check {
    employeeTold
    employeeMessages {
      id news channel appointmentStart createdAt sentAt deliveredAt failedAt isNotKnown reached phoneNumber actorName withdrawnAt current decides
    }
  }`,
  /** What ui/employee/SaidAddress.tsx shows. */
  SaidAddress: `fragment SaidAddress on Check {
    saidAddress { address bell doorCode saidAt otherPlace reviewedAt }
  }`,
  /** What ui/content/Undelivered.tsx shows. */
  Undelivered: `fragment Undelivered on Check {
    undelivered { id recipient failure failedAt }
  }`,
};

/** The text of a `.graphql` file, with the shared fragments that it spreads. */
const withShared = (source: string): string =>
  [source, ...Object.keys(SHARED_FRAGMENTS).flatMap((name) => (source.includes(`...${name}\n`) ? [SHARED_FRAGMENTS[name]] : []))].join(
    '\n',
  );

const root = import.meta.dirname;
const schemaFile = path.join(root, '../server/schema.graphql');

/** What the scalars of the schema look like in JSON. */
const SCALARS = {
  ID: 'string',
  Date: 'string',
  CalendarDay: 'string',
  Time: 'string',
  DateTime: 'string',
  Instant: 'string',
  JSON: 'unknown',
  UUID: 'string',
  Cents: 'number',
};

/** Records of cached types say who they are, whether or not the operation asks (see src/lib/api/cached-types.ts). */
function withIdentity<Node extends OperationDefinitionNode | FragmentDefinitionNode>(node: Node, schema: GraphQLSchema): Node {
  const types = new TypeInfo(schema);
  const field = (name: string) => ({ kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } }) as const;
  return visit(
    node,
    visitWithTypeInfo(types, {
      SelectionSet(set) {
        if (!CACHED_TYPES.includes(types.getParentType()?.name ?? '')) return undefined;
        const asked = new Set(set.selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [selection.name.value] : [])));
        const missing = ['__typename', 'id'].filter((name) => !asked.has(name)).map(field);
        return missing.length > 0 ? { ...set, selections: [...missing, ...set.selections] } : undefined;
      },
    }),
  );
}

/** The operation with the fragments it reaches, as one line. */
function sourceOf(operation: OperationDefinitionNode, document: DocumentNode, schema: GraphQLSchema): string {
  const fragments = document.definitions.filter((node): node is FragmentDefinitionNode => node.kind === 'FragmentDefinition');
  const reached = new Set<FragmentDefinitionNode>();
  const follow = (node: OperationDefinitionNode | FragmentDefinitionNode): void => {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.find((candidate) => candidate.name.value === name.value);
        if (!fragment || reached.has(fragment)) return;
        reached.add(fragment);
        follow(fragment);
      },
    });
  };
  follow(operation);
  return stripIgnoredCharacters([operation, ...reached].map((node) => print(withIdentity(node, schema))).join('\n'));
}

const documentsPlugin = (schemaAst: GraphQLSchema) => ({
  plugin(_schema: unknown, documents: readonly { document?: DocumentNode }[]): string {
    return documents
      .flatMap(({ document }) => (document ? [document] : []))
      .flatMap((document) =>
        document.definitions
          .filter((node): node is OperationDefinitionNode => node.kind === 'OperationDefinition')
          .map((operation) => {
            const name = operation.name?.value;
            if (!name) throw new Error('Every GraphQL operation needs a name.');
            const type = `${name}${operation.operation === 'query' ? 'Query' : 'Mutation'}`;
            const source = JSON.stringify(sourceOf(operation, document, schemaAst));
            return `export const ${name}Document = gql<${type}, ${type}Variables>('${name}', ${source});`;
          }),
      )
      .join('\n');
  },
});

/** Where a source was moved or removed, its generated file stays behind, since nobody commits it, and the compiler reads it. */
function removeOrphans(): void {
  for (const file of globSync('src/{features,lib}/**/*.gql.ts', { cwd: root })) {
    const generated = path.join(root, file);
    if (!existsSync(generated.replace(/\.gql\.ts$/, '.graphql'))) rmSync(generated);
  }
}

/** Generates every file whose source or schema is newer, and removes those without a source; returns the files written. */
export async function generate(): Promise<string[]> {
  if (!existsSync(schemaFile)) return [];
  removeOrphans();
  const schemaText = readFileSync(schemaFile, 'utf8');
  const schemaAst = buildSchema(schemaText);
  const schema = parse(schemaText);
  const written: string[] = [];
  for (const file of globSync('src/{features,lib}/**/*.graphql', { cwd: root })) {
    const source = path.join(root, file);
    const filename = source.replace(/\.graphql$/, '.gql.ts');
    const helper = path.relative(path.dirname(source), path.join(root, 'src/lib/api/gql.ts'));
    const code = await codegen({
      filename,
      schema,
      schemaAst,
      documents: [{ location: source, document: parse(withShared(readFileSync(source, 'utf8'))) }],
      config: {
        scalars: SCALARS,
        strictScalars: true,
        enumType: 'string-literal',
        immutableTypes: true,
        skipTypename: true,
        dedupeFragments: true,
        useTypeImports: true,
      },
      pluginMap: { operations, documents: documentsPlugin(schemaAst) },
      plugins: [{ operations: {} }, { documents: {} }],
    });
    const header = `// Written by codegen.ts from ${path.basename(source)}. Do not edit.\nimport { gql } from '${helper.startsWith('.') ? helper : `./${helper}`}';\n`;
    const text = `${header}${code}\n`;
    if (existsSync(filename) && readFileSync(filename, 'utf8') === text) continue;
    writeFileSync(filename, text);
    written.push(filename);
  }
  return written;
}

if (import.meta.main) {
  for (const file of await generate()) console.info(path.relative(root, file));
}
