import { evaluateXPathToBoolean, evaluateXPathToNodes, registerXQueryModule } from 'fontoxpath';
import { type Document, type Element, type Node, parseXmlDocument } from 'slimdom';

/** An assertion that failed. `id` is its published name. */
export interface SchematronError {
  readonly id: string;
  readonly flag: string;
}

type Options = Parameters<typeof evaluateXPathToBoolean>[4];
interface Assertion extends SchematronError {
  readonly test: string;
}
interface Rule {
  /** An XPath for each alternative of the context. */
  readonly contexts: readonly string[];
  readonly lets: string;
  readonly assertions: readonly Assertion[];
}

/**
 * Reads a Schematron file with XPath 2 (ISO 19757-3, queryBinding `xslt2`), without abstract patterns, whose functions consist only of
 * variables, choices and values.
 * @returns a function that lists the failed assertions of a document. A node is checked by the first rule of each pattern whose context it is.
 */
export function readSchematron(text: string): (document: Document) => readonly SchematronError[] {
  const schema = parseXmlDocument(text).documentElement as Element;
  const namespaces = new Map(childrenOf(schema, 'ns').map((ns) => [ns.getAttribute('prefix') ?? '', ns.getAttribute('uri') ?? '']));
  const functions = childrenOf(schema, 'function');
  const modules: Record<string, string> = {};
  for (const prefix of new Set(functions.map((one) => (one.getAttribute('name') ?? '').split(':')[0] ?? ''))) {
    const uri = namespaces.get(prefix) ?? '';
    registerXQueryModule(`module namespace ${prefix} = "${uri}";\n${functions.map(declarationOf).join('\n')}`);
    modules[prefix] = uri;
  }
  const options: Options = { namespaceResolver: (prefix) => namespaces.get(prefix) ?? null, moduleImports: modules };
  const lets = letsOf(schema);
  const patterns = childrenOf(schema, 'pattern').map((pattern) =>
    childrenOf(pattern, 'rule').map((rule) => ruleOf(rule, lets + letsOf(pattern))),
  );
  return (document) => patterns.flatMap((rules) => [...errorsOf(rules, document, options)]);
}

function* errorsOf(rules: readonly Rule[], document: Document, options: Options): Iterable<SchematronError> {
  const judged = new Set<Node>();
  for (const { contexts, lets, assertions } of rules) {
    const nodes = new Set(contexts.flatMap((context) => evaluateXPathToNodes<Node>(context, document, null, {}, options)));
    for (const node of nodes) {
      if (judged.has(node)) continue;
      judged.add(node);
      for (const { id, flag, test } of assertions)
        if (!evaluateXPathToBoolean(`${lets}boolean(${test})`, node, null, {}, options)) yield { id, flag };
    }
  }
}

function ruleOf(rule: Element, outer: string): Rule {
  return {
    contexts: branchesOf(rule.getAttribute('context') ?? '').map((branch) => `${outer}${branch.startsWith('/') ? branch : `//${branch}`}`),
    lets: outer + letsOf(rule),
    assertions: childrenOf(rule, 'assert').map((one) => ({
      id: one.getAttribute('id') ?? '',
      flag: one.getAttribute('flag') ?? '',
      test: one.getAttribute('test') ?? '',
    })),
  };
}

const letsOf = (element: Element): string =>
  childrenOf(element, 'let')
    .map((one) => `let $${one.getAttribute('name')} := (${one.getAttribute('value')}) return `)
    .join('');

/** The alternatives of a context: the text between the `|` outside brackets and quotes. */
function branchesOf(pattern: string): readonly string[] {
  const branches = [''];
  let depth = 0;
  let quote = '';
  for (const character of pattern) {
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === "'" || character === '"') quote = character;
    else if ('[('.includes(character)) depth += 1;
    else if ('])'.includes(character)) depth -= 1;
    else if (character === '|' && depth === 0) {
      branches.push('');
      continue;
    }
    branches.push(`${branches.pop()}${character}`);
  }
  return branches.map((branch) => branch.trim());
}

function declarationOf(one: Element): string {
  const parameters = childrenOf(one, 'param').map((param) => `$${param.getAttribute('name')}${typeOf(param)}`);
  return `declare %public function ${one.getAttribute('name')}(${parameters.join(', ')})${typeOf(one)} { ${expressionOf(one)} };`;
}
const typeOf = (element: Element): string => (element.getAttribute('as') ? ` as ${element.getAttribute('as')}` : '');

/** The body of a function, a variable or a branch of a choice as one XPath expression. */
function expressionOf(element: Element): string {
  const select = element.getAttribute('select');
  if (select !== null) return `(${select})`;
  const steps = element.children.filter(({ localName }) => localName !== 'param');
  if (steps.length === 0) return `'${element.textContent}'`;
  return steps.map(stepOf).join(' ');
}

function stepOf(step: Element): string {
  switch (step.localName) {
    case 'variable': {
      const type = step.getAttribute('as');
      return `let $${step.getAttribute('name')} := ${type ? `${type}(${expressionOf(step)})` : expressionOf(step)} return`;
    }
    case 'choose':
      return `${childrenOf(step, 'when')
        .map((when) => `if (${when.getAttribute('test')}) then (${expressionOf(when)}) else `)
        .join('')}(${childrenOf(step, 'otherwise').map(expressionOf).join('')})`;
    case 'value-of':
    case 'sequence':
      return expressionOf(step);
    default:
      throw new Error(`Functions with ${step.localName} cannot be read.`);
  }
}

const childrenOf = (element: Element, name: string): readonly Element[] => element.children.filter(({ localName }) => localName === name);
