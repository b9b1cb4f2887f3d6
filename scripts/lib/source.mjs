/**
 * A tokenizer for TypeScript: drops comments, and makes each string one token. Enough to find imports and strings, without a
 * parser, so that checks run with nothing installed.
 *
 * @typedef {{ kind: 'word' | 'string' | 'template' | 'sign', text: string, line: number }} Token
 * @typedef {{ from: string, line: number, typeOnly: boolean }} Import
 */

/** Tokens after which a slash begins a regular expression, not a division. */
const BEFORE_REGEX = new Set([
  '(',
  ',',
  '=',
  ':',
  '[',
  '!',
  '&',
  '|',
  '?',
  '{',
  '}',
  ';',
  '+',
  '-',
  '*',
  '%',
  '<',
  '>',
  '~',
  '^',
  '=>',
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'await',
  'yield',
  'void',
]);

/**
 * @param {string} text
 * @returns {Token[]}
 */
export function tokens(text) {
  return new Reader(text).read();
}

class Reader {
  /** @type {Token[]} */
  #found = [];
  #text;
  #at = 0;
  #line = 1;
  #depth = 0;
  /** Brace depths at which a `${` of a template literal was opened. @type {number[]} */
  #templates = [];

  /** @param {string} text */
  constructor(text) {
    this.#text = text;
  }

  read() {
    let more = this.#text !== '';
    while (more) {
      const read = this.#blank() || this.#comment() || this.#quoted() || this.#regex() || this.#word() || this.#sign();
      more = read && this.#at < this.#text.length;
    }
    return this.#found;
  }

  /** @param {Token['kind']} kind @param {string} content @param {number} length @param {number} [line] */
  #add(kind, content, length, line = this.#line) {
    this.#found.push({ kind, text: content, line });
    this.#skip(length);
    return true;
  }

  /** @param {number} length */
  #skip(length) {
    for (const char of this.#text.slice(this.#at, this.#at + length)) if (char === '\n') this.#line += 1;
    this.#at += length;
    return true;
  }

  /** @param {RegExp} pattern sticky */
  #match(pattern) {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0];
  }

  #blank() {
    const blank = this.#match(/\s+/y);
    return blank !== undefined && this.#skip(blank.length);
  }

  #comment() {
    const comment = this.#match(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y);
    return comment !== undefined && this.#skip(comment.length);
  }

  #quoted() {
    if (this.#text[this.#at] === '`') return this.#template(1);
    const quoted = this.#match(/'(?:\\[\s\S]|[^'\\\n])*'?|"(?:\\[\s\S]|[^"\\\n])*"?/y);
    return quoted !== undefined && this.#add('string', quoted.replace(/^['"]|['"]$/g, ''), quoted.length);
  }

  /** A part of a template, up to the next `${` or its end. @param {number} skipped length of the backtick or brace before it */
  #template(skipped) {
    this.#at += skipped;
    const content = this.#match(/(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{|$)/y) ?? '';
    if (content.endsWith('${')) {
      this.#templates.push(this.#depth);
      this.#depth += 1;
    }
    return this.#add('template', content.replace(/`$/, ''), content.length);
  }

  #regex() {
    const last = this.#found.at(-1);
    if (last && (last.kind === 'string' || last.kind === 'template' || !BEFORE_REGEX.has(last.text))) return false;
    const regex = this.#match(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y);
    return regex !== undefined && this.#add('sign', '/regex/', regex.length);
  }

  #word() {
    const word = this.#match(/[\w$#@]+/y);
    return word !== undefined && this.#add('word', word, word.length);
  }

  #sign() {
    const sign = this.#match(/=>|[\s\S]/y) ?? '';
    if (sign === '{') this.#depth += 1;
    if (sign === '}') {
      this.#depth -= 1;
      if (this.#templates.at(-1) === this.#depth) {
        this.#templates.pop();
        return this.#template(1);
      }
    }
    return this.#add('sign', sign, sign.length);
  }
}

/**
 * Static and dynamic imports and re-exports.
 * @param {readonly Token[]} list
 * @returns {Import[]}
 */
export function importsOf(list) {
  /** @type {Import[]} */
  const found = [];
  for (const [index, token] of list.entries()) {
    if (token.kind !== 'word' || (token.text !== 'import' && token.text !== 'export')) continue;
    const before = list[index - 1];
    if (before?.kind === 'sign' && before.text === '.') continue; // a property called import
    const next = list[index + 1];
    if (token.text === 'import' && next?.kind === 'string') found.push({ from: next.text, line: token.line, typeOnly: false });
    else if (token.text === 'import' && next?.text === '(') {
      const path = list[index + 2];
      // `import('x').Y` as a type loads no module at run time; `.then` marks a real import.
      const asType =
        before?.text === ':' || before?.text === '<' || before?.text === 'typeof' || before?.text === '|' || before?.text === '=';
      const isType = asType && list[index + 3]?.text === ')' && list[index + 4]?.text === '.' && list[index + 5]?.text !== 'then';
      if (path?.kind === 'string') found.push({ from: path.text, line: token.line, typeOnly: isType });
    } else {
      const clause = fromClause(list, index);
      if (clause) found.push(clause);
    }
  }
  return found;
}

/** @param {readonly Token[]} list @param {number} index @returns {Import | undefined} */
function fromClause(list, index) {
  const typed = list[index + 1]?.text === 'type' && list[index + 2]?.text !== 'from';
  const names = [];
  for (let cursor = index + 1; cursor < list.length && cursor < index + 600; cursor += 1) {
    const token = /** @type {Token} */ (list[cursor]);
    if (token.text === 'from' && list[cursor + 1]?.kind === 'string') {
      const path = /** @type {Token} */ (list[cursor + 1]);
      return { from: path.text, line: /** @type {Token} */ (list[index]).line, typeOnly: typed || everyNameIsType(names) };
    }
    if (token.kind === 'string' || token.kind === 'template' || !/^[\w$*,{}]+$/.test(token.text)) return undefined;
    names.push(token.text);
  }
  return undefined;
}

/** `{ type A, type B }`: the compiler removes such an import. @param {string[]} names */
function everyNameIsType(names) {
  if (names[0] !== '{') return false;
  const items = names
    .slice(1, names.lastIndexOf('}'))
    .join(' ')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return items.length > 0 && items.every((item) => item.startsWith('type '));
}
