import type { Page } from '@playwright/test';
import { askGraphql } from './api.ts';
import { expect } from './test.ts';

interface Feature {
  readonly percentage: number;
  readonly companies: readonly { readonly companyId: string | null; readonly enabled: boolean }[];
}

/** Sets whom a feature is on for, past the screen. @param planner a page of somebody of the team */
export async function setFeature(planner: Page, name: string, feature: Feature): Promise<void> {
  const { data } = await askGraphql<{ featureFlags: { name: string; version: number }[] }>(planner, '{ featureFlags { name version } }');
  const { errors } = await askGraphql(
    planner,
    'mutation ($name: FlagName!, $version: Int!, $input: FeatureFlagInput!) { setFeatureFlag(name: $name, version: $version, input: $input) { version } }',
    { name, version: data?.featureFlags.find((flag) => flag.name === name)?.version, input: { enabled: true, ...feature } },
  );
  expect(errors).toBeUndefined();
}

/** Takes a feature from one company, or gives it back. */
export const setFeatureFor = (planner: Page, name: string, companyId: string | null, enabled: boolean): Promise<void> =>
  setFeature(planner, name, { percentage: 100, companies: enabled ? [] : [{ companyId, enabled }] });
