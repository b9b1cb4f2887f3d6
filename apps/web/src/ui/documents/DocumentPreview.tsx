import { Skeleton } from '../content/Skeleton.tsx';
import { LazyPart, lazy } from '../overlays/lazy.tsx';
import type { DocumentPreviewProps } from './DocumentPreviewCore.tsx';

const CORE = lazy(async () => (await import('./DocumentPreviewCore.tsx')).DocumentPreviewCore);

/** A PDF or a picture, to be read in the page: turned, enlarged, page by page. In its own chunk, keeps its room meanwhile. */
export function DocumentPreview(props: DocumentPreviewProps) {
  return <LazyPart part={CORE} props={props} fallback={<Skeleton height="24rem" />} />;
}
