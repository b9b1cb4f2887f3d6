/** The product without web and database: enumerations, rules, policy, life cycle, law. Import a part by its subpath. */
export * from './clock.ts';
export * from './constants.ts';
export * from './errors.ts';
export * from './policy.ts';
