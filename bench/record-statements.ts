import { appendFileSync } from 'node:fs';
import { type BindConfig, Connection } from 'pg';

/**
 * `node --import …/record-statements.ts server.ts`: appends each prepared statement that the process sends to PostgreSQL to the file
 * `BENCH_STATEMENTS`, as a line of JSON. `npm run bench -- writes` replays them with plain clients.
 */
export interface RecordedStatement {
  readonly text: string;
  /** Values as they are sent; bytes as PostgreSQL's hexadecimal text. */
  readonly values: readonly unknown[];
}

type Bound = BindConfig & { readonly statement?: string; readonly valueMapper?: (value: unknown) => unknown };

const file = process.env.BENCH_STATEMENTS;
if (file !== undefined) record(file);

function record(path: string): void {
  const { bind, parse } = Connection.prototype;
  // Statements with the same name have the same text in every connection.
  const texts = new Map<string, string>();
  Connection.prototype.parse = function (query, more) {
    texts.set(query.name ?? '', query.text);
    parse.call(this, query, more);
  };
  Connection.prototype.bind = function (config: Bound, more) {
    const values = (config.values ?? []).map((value) => onTheWire(config.valueMapper ? config.valueMapper(value) : value));
    appendFileSync(path, `${JSON.stringify({ text: texts.get(config.statement ?? '') ?? '', values } satisfies RecordedStatement)}\n`);
    bind.call(this, config, more);
  };
}

const onTheWire = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);
