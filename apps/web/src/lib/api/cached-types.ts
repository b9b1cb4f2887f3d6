/**
 * Types whose records the client cache identifies by their id (specification, section 3: doctors). The generated
 * operations ask for what that needs (codegen.ts), entities.ts does it.
 */
export const CACHED_TYPES: readonly string[] = ['Doctor'];
