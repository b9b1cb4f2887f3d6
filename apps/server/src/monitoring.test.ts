import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { testDatabase } from './test/database.ts';
import { testFolder } from './test/folder.ts';
import { serverApp } from './test/servers/server-app.ts';

/** What operators are given is held to what the server really tells: docs/operations. */
const OPERATIONS = join(import.meta.dirname, '../../../docs/operations');
const read = (name: string): string => readFileSync(join(OPERATIONS, name), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly metric: string };
}
const rules = (parse(read('prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const panels = (JSON.parse(read('grafana-dashboard.json')) as { panels: { title: string; targets: { expr: string }[] }[] }).panels;

/** Metrics of the table of monitoring.md, with what it says to do. */
const table = new Map(
  [...read('monitoring.md').matchAll(/^\| `(\w+)`[^|]*\|([^|]+)\|([^|]+)\|$/gm)].map(([, metric = '', , action = '']) => [
    metric,
    action.trim(),
  ]),
);

// Nothing listens there: the primary answers, and the figures of a replica are told.
const database = await testDatabase({ REPLICA_DATABASE_URL: 'postgres://127.0.0.1:1/none' });
const { http } = await serverApp(database, {
  config: {
    backupDir: testFolder('backups'),
    clamd: { path: join(testFolder('no-scanner'), 'clamd.ctl') },
    // Nobody starts its session.
    sms: { gateway: 'smpp', host: '127.0.0.1', port: 1, tls: false, systemId: 'a', password: 'b', from: 'Checkwell' },
  },
});
const told = (await http.inject({ url: '/metrics' })).body;
const metrics = new Map([...told.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', kind = '']) => [name, kind]));
/** What can be asked for by name: a histogram has three. */
const series = new Set([
  'up',
  'ALERTS',
  ...[...metrics].flatMap(([name, kind]) => (kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name])),
]);

/** @returns metrics that an expression asks for, and where it is no PromQL */
function asked(expr: string): { readonly names: readonly string[]; readonly faults: readonly number[] } {
  // Grafana replaces its variables before Prometheus sees them.
  const text = expr.replaceAll('$__rate_interval', '5m');
  const names: string[] = [];
  const faults: number[] = [];
  parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) faults.push(node.from);
      if (node.name === 'VectorSelector') names.push(/^\w+/.exec(text.slice(node.from, node.to))?.[0] ?? '');
    },
  });
  return { names, faults };
}

test('the table has a row with an action for each metric, and no other', () => {
  const own = [...metrics.keys()].filter((name) => !/^checkwell_(nodejs|process)_/.test(name));
  expect([...table.keys()].filter((name) => !/^(up$|checkwell_(nodejs|process)_)/.test(name)).toSorted()).toEqual(own.toSorted());
  for (const [metric, action] of table) {
    expect([...metrics.keys(), 'up'], metric).toContain(metric);
    expect(action, metric).toMatch(/\.|\)$/);
  }
});

test('what is no PromQL is found', () => {
  expect(asked('sum(rate(up[5m])').faults).not.toEqual([]);
  expect(asked('max by (topic) (checkwell_outbox_depth) > 0')).toEqual({ names: ['checkwell_outbox_depth'], faults: [] });
});

test.each(rules)('alert $alert asks for metrics that the server tells, and leads to what to do', ({ expr, labels, annotations }) => {
  const { names, faults } = asked(expr);
  expect(faults).toEqual([]);
  expect(names).not.toEqual([]);
  for (const name of names) expect([...series]).toContain(name);
  expect([...table.keys()]).toContain(annotations.metric);
  expect(['page', 'ticket']).toContain(labels.severity);
});

test('each alert has a name of its own, and is raised once by promtool', () => {
  const raised = [...read('prometheus/alerts.test.yml').matchAll(/alertname="(\w+)"/g)].map(([, name = '']) => name);
  expect(raised.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

test.each(panels)('panel "$title" asks for metrics that the server tells', ({ targets }) => {
  expect(targets).not.toEqual([]);
  for (const { expr } of targets) {
    const { names, faults } = asked(expr);
    expect(faults, expr).toEqual([]);
    for (const name of names) expect([...series], expr).toContain(name);
  }
});
