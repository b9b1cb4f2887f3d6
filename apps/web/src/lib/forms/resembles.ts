const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value has every key of `sample` with the same kind of value; null in the sample allows anything. Detects drafts of another version. */
export function resembles(value: unknown, sample: object): boolean {
  if (!isRecord(value)) return false;
  return Object.entries(sample).every(([name, example]) => {
    const there = value[name];
    if (example === null) return name in value;
    if (Array.isArray(example)) return Array.isArray(there);
    return isRecord(example) ? resembles(there, example) : typeof there === typeof example;
  });
}
