import { expect, it } from 'vitest';
import { newWorker } from './certificate-values.ts';

it('takes what was searched for as the name of somebody new', () => {
  expect(newWorker(' Jan  Van den Berghe ')).toMatchObject({ employeeFirstName: 'Jan', employeeLastName: 'Van den Berghe', version: null });
  expect(newWorker('')).toMatchObject({ employeeFirstName: '', employeeLastName: '' });
});
