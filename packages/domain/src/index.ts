/** The domain, without web and database: enumerations, rules, policy, life cycle, law. Other modules are imported by their subpath. */
export * from './clock.ts';
export * from './constants.ts';
export * from './errors.ts';
export * from './policy.ts';
