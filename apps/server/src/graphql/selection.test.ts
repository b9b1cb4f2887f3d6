import { CHECK_FIELDS } from '@checkwell/domain/check/fields';
import { type FieldNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from './schema.ts';
import { fieldsAsked } from './selection.ts';

/** What `checks` of the query asks of the rows. */
function asked(source: string) {
  const { definitions } = parse(source);
  const operation = definitions.find((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION);
  const fragments = Object.fromEntries(
    definitions.flatMap((node): [string, FragmentDefinitionNode][] =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [],
    ),
  );
  const checks = schema.getQueryType()?.getFields().checks;
  if (!checks) throw new Error('There is no list of checks.');
  return fieldsAsked({ fieldNodes: operation?.selectionSet.selections as FieldNode[], fragments, returnType: checks.type }, CHECK_FIELDS);
}

test('fields are named through aliases, fragments and pieces of the same list, each once', () => {
  expect(asked('{ checks { nodes { id __typename when: creationDate } } }')).toEqual(['creationDate', 'id']);
  expect(
    asked(`{ checks { nodes { ...Row } ...More totalCount } }
      fragment Row on Check { id ... on Check { status } }
      fragment More on CheckConnection { nodes { id workerFullName @include(if: false) } }`),
  ).toEqual(['id', 'status', 'workerFullName']);
  expect(asked('{ checks { totalCount } }')).toEqual([]);
});

test('a field with a resolver of its own needs the fields that it names', () => {
  expect(asked('{ checks { nodes { doctor { id } document { url } workerNISS availableActions } } }')).toEqual([
    'availableActions',
    'doctorId',
    'documentId',
    'employeeId',
  ]);
});

test('where the document asks twice in one place, or for what does not say what it needs, everything is read', () => {
  expect(asked('{ checks { nodes { id } } checks { nodes { status } } }')).toBeNull();
  expect(asked('{ checks { nodes { id unheardOf } } }')).toBeNull();
});
