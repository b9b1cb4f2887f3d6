/** Size of the demo; the defaults are those of domain.md 3.2. */
export interface SeedSize {
  readonly companies: number;
  readonly checks: number;
}
export const DEFAULT_SIZE: SeedSize = { companies: 12, checks: 18_000 };
