import { describe, expect, test } from 'vitest';
import { outcomeOfPlaywright, outcomeOfVitest, parseArguments, type StageResult, summary, totalOf, withExitCode } from './outcomes.mjs';

const EVERYTHING = ['static', 'unit', 'server', 'component', 'e2e'];

describe('the arguments of npm test', () => {
  test.each([
    { argv: [], wanted: { stages: EVERYTHING, words: [], nightly: false, changed: false } },
    { argv: ['all'], wanted: { stages: EVERYTHING, words: [], nightly: true, changed: false } },
    { argv: ['static'], wanted: { stages: ['static'], words: [], nightly: false, changed: false } },
    {
      argv: ['server', 'lifecycle', '-t', 'x'],
      wanted: { stages: ['server'], words: ['lifecycle', '-t', 'x'], nightly: false, changed: false },
    },
    { argv: ['--changed'], wanted: { changed: true, since: undefined } },
    { argv: ['--changed', 'HEAD~3'], wanted: { changed: true, since: 'HEAD~3' } },
    { argv: ['--changed=HEAD~3'], wanted: { changed: true, since: 'HEAD~3' } },
    {
      argv: ['unti'],
      wanted: { error: 'There is no stage "unti"; take one of static, unit, server, component, e2e, all, nightly or --changed.' },
    },
    { argv: ['all', 'lifecycle'], wanted: { error: '"all" takes no words.' } },
    { argv: ['nightly'], wanted: { onlyNightly: true, nightly: true, changed: false } },
    { argv: ['nightly', 'lifecycle'], wanted: { error: '"nightly" takes no words.' } },
    { argv: ['--changed', 'a', 'b'], wanted: { error: '"--changed" takes one commit.' } },
    { argv: ['--changed=a', 'b'], wanted: { error: '"--changed" takes one commit.' } },
  ])('$argv', ({ argv, wanted }) => {
    expect(parseArguments(argv)).toEqual(wanted);
  });
});

describe('what the runners say', () => {
  test('vitest: tests that passed, failed and were left out, and a file that could not be loaded', () => {
    const report = {
      numPassedTests: 2,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        {
          name: '/checkout/packages/domain/src/a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a adds', duration: 1500 },
            {
              status: 'failed',
              fullName: 'a subtracts',
              duration: 20,
              failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\n  at a'],
            },
            { status: 'passed', fullName: 'a multiplies', duration: 1 },
            { status: 'pending', fullName: 'a divides' },
          ],
        },
        { name: '/checkout/packages/domain/src/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    };
    const outcome = outcomeOfVitest(report, '/checkout');
    expect(outcome).toMatchObject({ passed: 2, failed: 2, skipped: 2 });
    expect(outcome.tests[0]).toEqual({ name: 'packages/domain/src/a.test.ts: a adds', seconds: 1.5 });
    expect(outcome.tests[3]).toEqual({ name: 'packages/domain/src/a.test.ts: a divides', seconds: 0 });
    expect(outcome.failures).toEqual([
      { name: 'packages/domain/src/a.test.ts: a subtracts', message: 'expected 1 to be 2\n  at a' },
      { name: 'packages/domain/src/b.test.ts', message: 'no such module' },
    ]);
  });

  test('Playwright: a second try that passes is an error, and its time counts', () => {
    const report = {
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 2 },
      suites: [
        {
          title: 'ordering/checks.spec.ts',
          file: 'ordering/checks.spec.ts',
          specs: [
            {
              title: 'orders',
              tests: [
                {
                  results: [
                    { status: 'timedOut', duration: 2000, error: { message: '\u001b[31mno button\u001b[39m' } },
                    { status: 'passed', duration: 500 },
                  ],
                },
              ],
            },
          ],
          suites: [
            {
              title: 'a list',
              file: 'ordering/checks.spec.ts',
              specs: [{ title: 'sorts', tests: [{ results: [{ status: 'passed', duration: 100 }] }] }],
            },
          ],
        },
      ],
    };
    expect(outcomeOfPlaywright(report)).toEqual({
      passed: 1,
      failed: 2,
      skipped: 2,
      tests: [
        { name: 'e2e/ordering/checks.spec.ts: orders', seconds: 2.5 },
        { name: 'e2e/ordering/checks.spec.ts: a list sorts', seconds: 0.1 },
      ],
      failures: [{ name: 'e2e/ordering/checks.spec.ts: orders', message: 'no button' }],
    });
  });

  test('a runner that ends with an error and without a report has failed', () => {
    const nothing = { passed: 0, failed: 0, skipped: 0, tests: [], failures: [] };
    expect(outcomeOfVitest(undefined, '/checkout')).toEqual(nothing);
    expect(outcomeOfPlaywright(undefined)).toEqual(nothing);
    expect(withExitCode(nothing, 1)).toMatchObject({ failed: 1 });
    expect(withExitCode({ ...nothing, failed: 3 }, 1)).toMatchObject({ failed: 3 });
    expect(withExitCode(nothing, 0)).toBe(nothing);
  });
});

test('the end names the ten slowest tests of all stages, what failed, each stage with its time, and what was found alone on the last line', () => {
  const tests = (name: string, ...times: number[]) => times.map((seconds, index) => ({ name: `${name} ${index}`, seconds }));
  const results: StageResult[] = [
    { name: 'static', seconds: 26.14, outcome: { passed: 11, failed: 0, skipped: 0, tests: tests('check', 5, 0.2, 3), failures: [] } },
    {
      name: 'unit, server',
      seconds: 120,
      outcome: {
        passed: 4000,
        failed: 1,
        skipped: 2,
        tests: tests('server', 1, 2, 4, 6, 7, 8, 9, 10, 0.5),
        failures: [{ name: 'server 3', message: 'expected 1\nto be 2' }],
      },
    },
  ];
  const lines = summary(results, 130).split('\n');
  expect(lines.slice(0, 11).map((line) => line.trim().replace(/\s+/g, ' '))).toEqual([
    'Slowest tests:',
    '10.0 s server 7',
    '9.0 s server 6',
    '8.0 s server 5',
    '7.0 s server 4',
    '6.0 s server 3',
    '5.0 s check 0',
    '4.0 s server 2',
    '3.0 s check 2',
    '2.0 s server 1',
    '1.0 s server 0',
  ]);
  expect(lines.slice(11)).toEqual([
    '',
    'Failed:',
    '✗ server 3',
    '    expected 1',
    '    to be 2',
    '',
    'static           26.1 s  11 passed, 0 failed',
    'unit, server    120.0 s  4000 passed, 1 failed, 2 skipped',
    'all             130.0 s  4011 passed, 1 failed, 2 skipped',
    '',
    '4011 passed, 1 failed, 2 skipped',
  ]);
  expect(totalOf(results)).toEqual({ passed: 4011, failed: 1, skipped: 2 });
});
