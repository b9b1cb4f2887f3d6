import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Content of the product's pages, which the baseline pages show. */
export interface PeerContent {
  /** Lines of the sign-in page. */
  readonly signIn: readonly string[];
  readonly columns: readonly string[];
  /** Cells of the list's rows, in the order of `columns`. */
  readonly rows: readonly (readonly string[])[];
}

export interface Peers {
  readonly address: string;
  stop(): Promise<void>;
}

/** Exact versions, so that runs are comparable. */
const PACKAGES = {
  react: '19.3.1',
  'react-dom': '19.3.1',
  'react-admin': '5.15.4',
  'react-router': '7.18.6',
  'react-router-dom': '7.18.6',
  '@mui/material': '9.5.0',
  '@mui/icons-material': '9.5.0',
  vite: '8.3.8',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** A list as in react-admin's tutorial: a data table with a text field for each column, and a data provider that fetches the rows. */
const LIST = `
import { createRoot } from 'react-dom/client';
import { createElement as h } from 'react';
import { Admin, DataTable, List, Resource } from 'react-admin';
const load = () => fetch('/rows.json').then((answer) => answer.json());
const dataProvider = {
  getList: async () => {
    const { rows } = await load();
    return { data: rows.map((cells, id) => ({ id, ...cells })), total: rows.length };
  },
};
const columns = await load().then(({ columns }) => columns);
const Rows = () =>
  h(List, { perPage: 50 }, h(DataTable, null, ...columns.map((label, index) => h(DataTable.Col, { key: index, source: String(index), label }))));
createRoot(document.getElementById('root')).render(h(Admin, { dataProvider }, h(Resource, { name: 'checks', list: Rows })));
`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const staticPage = (lines: readonly string[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Static</title>
<style>body{font:16px/1.5 sans-serif;max-width:40rem;margin:2rem auto}</style><main>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}
<form><input type="email" name="email"><button>Continue</button></form></main></html>`;

/** Installs and builds react-admin in a temporary folder, if these versions are missing there. @returns the built folder */
function buildReactAdmin(): string {
  const page = '<!doctype html><html lang="en"><body><div id="root"></div><script type="module" src="/main.js"></script></body></html>';
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: PACKAGES });
  const folder = join(
    tmpdir(),
    `checkwell-bench-react-admin-${createHash('sha256')
      .update(manifest + LIST)
      .digest('hex')
      .slice(0, 12)}`,
  );
  const dist = join(folder, 'dist');
  if (existsSync(join(dist, 'index.html'))) return dist;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  writeFileSync(join(folder, 'main.js'), LIST);
  writeFileSync(join(folder, 'index.html'), page);
  process.stdout.write('Installing and building react-admin\n');
  const run = (command: string, ...args: string[]) => {
    if (spawnSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
      throw new Error(`${command} ${args.join(' ')} failed`);
  };
  run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts');
  run(process.execPath, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', '--target', 'es2022');
  return dist;
}

/** Serves the baseline pages with brotli: `/static` and react-admin's list (`/`, `/rows.json`). */
export async function startPeers({ signIn, columns, rows }: PeerContent): Promise<Peers> {
  const dist = buildReactAdmin();
  const answers = new Map<string, { readonly type: string; readonly body: Buffer }>();
  const add = (path: string, extension: string, text: string | Buffer) =>
    answers.set(path, { type: TYPES[extension] ?? 'application/octet-stream', body: brotliCompressSync(text) });
  for (const file of globSync('**/*.{html,js}', { cwd: dist })) add(`/${file}`, extname(file), readFileSync(join(dist, file)));
  add('/', '.html', readFileSync(join(dist, 'index.html')));
  add('/static', '.html', staticPage(signIn));
  add('/rows.json', '.json', JSON.stringify({ columns, rows }));
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (!answer) return void response.writeHead(404).end();
    const cached = answer.type === TYPES['.js'] ? 'public, max-age=31536000, immutable' : 'no-cache';
    response.writeHead(200, { 'content-type': answer.type, 'content-encoding': 'br', 'cache-control': cached }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server of the peers has no port.');
  return { address: `http://localhost:${bound.port}`, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}
