import { expect, test } from 'vitest';
import { erasedBefore, recordsErasedBefore } from './retention.ts';

test('retention periods are counted back from today in days or whole years', () => {
  expect(erasedBefore('2026-11-26')).toEqual({ visit_attempts: '2025-11-26', check_events: '2021-11-26', access_log: '2021-11-26' });
  expect(recordsErasedBefore('2026-11-26')).toEqual({
    certificateFiles: '2025-11-26',
    unattachedDocuments: '2026-11-19',
    checks: '2021-11-26',
    certificates: '2021-11-26',
    employees: '2021-11-26',
  });
  expect(erasedBefore('2028-02-29').check_events).toBe('2023-03-01');
});
