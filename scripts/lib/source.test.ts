import { describe, expect, test } from 'vitest';
import { importsOf, tokens } from './source.mjs';

const imports = (text: string) => importsOf(tokens(text)).map(({ from, typeOnly }) => (typeOnly ? `type ${from}` : from));
const words = (text: string) =>
  tokens(text)
    .filter(({ kind }) => kind === 'word')
    .map(({ text: word }) => word);

describe('importsOf', () => {
  test('finds every form of an import', () => {
    const text = `
      import 'side-effect';
      import a from 'default';
      import * as b from 'namespace';
      import c, { d as e,
        f } from 'several';
      export { g } from 'again';
      export * from 'everything';
      const h = await import('dynamic');
      import i from "double";
      const j = new Worker(new URL('./not-an-import.ts', import.meta.url));`;
    expect(imports(text)).toEqual(['side-effect', 'default', 'namespace', 'several', 'again', 'everything', 'dynamic', 'double']);
  });

  test('recognizes imports of types only', () => {
    const text = `
      import type { A } from 'a';
      import { type B, type C } from 'b';
      import { type D, e } from 'c';
      export type { F } from 'd';
      import type G from 'e';
      let h: import('f').H;
      import type from 'g';`;
    expect(imports(text)).toEqual(['type a', 'type b', 'c', 'type d', 'type e', 'type f', 'g']);
  });

  test('ignores comments and strings', () => {
    const text = `
      // import a from 'line';
      /* import b from 'block'; */
      const text = "import c from 'string'";
      const template = \`import d from 'template' \${await import('inside')} import e from 'after'\`;
      const regex = /import f from 'regex'/;
      const division = 4 / 2; import g from 'real';
      it.import('method');`;
    expect(imports(text)).toEqual(['inside', 'real']);
  });
});

describe('tokens', () => {
  test('counts lines through comments, templates and continued strings', () => {
    const [last] = tokens('/* one\n two */ `three\n${four}\n` // five\n"six"\nseven').slice(-1);
    expect(last).toEqual({ kind: 'word', text: 'seven', line: 6 });
  });

  test('follows templates inside templates', () => {
    expect(words('`a ${b ? `c ${d({ e: 1 })}` : f} g` + h')).toEqual(['b', 'd', 'e', '1', 'f', 'h']);
  });

  test('continues after JSX text with an apostrophe', () => {
    expect(words("<p>don't</p>\nprocess.env")).toEqual(expect.arrayContaining(['process', 'env']));
  });
});
