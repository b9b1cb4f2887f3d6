import { hasWorker, type WithWorker } from '@checkwell/domain/check/worker-visibility';
import { ApiError } from '../api/api-error.ts';

/**
 * A check for the screens of employers and planners, who always see its worker. To a doctor whose mission is long over they say what
 * the server says of everything that is out of reach.
 * @throws {ApiError} `entity.notFound`
 */
export function withWorker<Check extends object>(check: Check): WithWorker<Check> {
  if (!hasWorker(check)) throw new ApiError('entity.notFound', { status: 404 });
  return check;
}

/** The same of a page of a list. */
export const withWorkers = <Check extends object, Page extends { readonly nodes: readonly Check[] }>(page: Page) => ({
  ...page,
  nodes: page.nodes.map((check: Page['nodes'][number]) => withWorker(check)),
});
