const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every key of `sample`, of the same kind as there; what is null in the sample may hold anything. For drafts of another version. */
export function resembles(value: unknown, sample: object): boolean {
  if (!isRecord(value)) return false;
  return Object.entries(sample).every(([name, example]) => {
    const there = value[name];
    if (example === null) return name in value;
    if (Array.isArray(example)) return Array.isArray(there);
    return isRecord(example) ? resembles(there, example) : typeof there === typeof example;
  });
}
