import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { testDatabase } from './test/database.ts';
import { testFolder } from './test/folder.ts';
import { serverApp } from './test/servers/server-app.ts';

/** Compares the documentation, alerts and dashboard of docs/operations with the server's real metrics. */
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

/** Metrics of the table in monitoring.md, with the action for each. */
const table = new Map(
  [...read('monitoring.md').matchAll(/^\| `(\w+)`[^|]*\|([^|]+)\|([^|]+)\|$/gm)].map(([, metric = '', , action = '']) => [
    metric,
    action.trim(),
  ]),
);

// Nothing listens at the replica's address: queries go to the primary, and metrics of a replica are exposed.
const database = await testDatabase({ REPLICA_DATABASE_URL: 'postgres://127.0.0.1:1/none' });
const { http } = await serverApp(database, {
  config: {
    backupDir: testFolder('backups'),
    clamd: { path: join(testFolder('no-scanner'), 'clamd.ctl') },
    // Its session is never started.
    sms: { gateway: 'smpp', host: '127.0.0.1', port: 1, tls: false, systemId: 'a', password: 'b', from: 'Checkwell' },
  },
});
const exposed = (await http.inject({ url: '/metrics' })).body;
const metrics = new Map([...exposed.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', kind = '']) => [name, kind]));
/** Names of time series: a histogram has three. */
const series = new Set([
  'up',
  'ALERTS',
  ...[...metrics].flatMap(([name, kind]) => (kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name])),
]);

/** Parses an expression. @returns metrics that it uses, and positions of syntax errors */
function parsed(expr: string): { readonly names: readonly string[]; readonly errors: readonly number[] } {
  // Grafana replaces its variables before Prometheus sees them.
  const text = expr.replaceAll('$__rate_interval', '5m');
  const names: string[] = [];
  const errors: number[] = [];
  parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) errors.push(node.from);
      if (node.name === 'VectorSelector') names.push(/^\w+/.exec(text.slice(node.from, node.to))?.[0] ?? '');
    },
  });
  return { names, errors };
}

test('the table has a row with an action for each metric, and no other row', () => {
  const own = [...metrics.keys()].filter((name) => !/^checkwell_(nodejs|process)_/.test(name));
  expect([...table.keys()].filter((name) => !/^(up$|checkwell_(nodejs|process)_)/.test(name)).toSorted()).toEqual(own.toSorted());
  for (const [metric, action] of table) {
    expect([...metrics.keys(), 'up'], metric).toContain(metric);
    expect(action, metric).toMatch(/\.|\)$/);
  }
});

test('syntax errors in PromQL are found', () => {
  expect(parsed('sum(rate(up[5m])').errors).not.toEqual([]);
  expect(parsed('max by (topic) (checkwell_outbox_depth) > 0')).toEqual({ names: ['checkwell_outbox_depth'], errors: [] });
});

test.each(rules)(
  'alert $alert uses metrics that the server exposes, and names a metric with an action',
  ({ expr, labels, annotations }) => {
    const { names, errors } = parsed(expr);
    expect(errors).toEqual([]);
    expect(names).not.toEqual([]);
    for (const name of names) expect([...series]).toContain(name);
    expect([...table.keys()]).toContain(annotations.metric);
    expect(['page', 'ticket']).toContain(labels.severity);
  },
);

test('each alert has a unique name, and is raised once in the tests of promtool', () => {
  const raised = [...read('prometheus/alerts.test.yml').matchAll(/alertname="(\w+)"/g)].map(([, name = '']) => name);
  expect(raised.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

test.each(panels)('panel "$title" uses metrics that the server exposes', ({ targets }) => {
  expect(targets).not.toEqual([]);
  for (const { expr } of targets) {
    const { names, errors } = parsed(expr);
    expect(errors, expr).toEqual([]);
    for (const name of names) expect([...series], expr).toContain(name);
  }
});
