import { Skeleton } from '../content/Skeleton.tsx';
import { LatePart, late } from '../overlays/late.tsx';
import type { DocumentPreviewProps } from './DocumentPreviewCore.tsx';

const CORE = late(async () => (await import('./DocumentPreviewCore.tsx')).DocumentPreviewCore);

/** A PDF or a picture, to be read in the page: turned, enlarged, page by page. In its own chunk, keeps its room meanwhile. */
export function DocumentPreview(props: DocumentPreviewProps) {
  return <LatePart part={CORE} props={props} room={<Skeleton height="24rem" />} />;
}
