import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** The trace id of the request that is being answered, for what cannot be handed it: the access log. */
const traces = new AsyncLocalStorage<string>();

/** 32 hexadecimal digits, as W3C Trace Context has it. */
export const newTraceId = (): string => randomBytes(16).toString('hex');

/** Everything that `work` starts belongs to this trace. */
export const withTrace = <Result>(traceId: string, work: () => Result): Result => traces.run(traceId, work);

/** Empty outside a request: jobs, seed. */
export const currentTraceId = (): string => traces.getStore() ?? '';
