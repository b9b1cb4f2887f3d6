import { lazy, Suspense } from 'react';
import type { DocumentPreviewProps } from './DocumentPreviewCore.tsx';
import { Skeleton } from './Skeleton.tsx';

const LazyPreview = lazy(async () => ({ default: (await import('./DocumentPreviewCore.tsx')).DocumentPreviewCore }));

/** A PDF or a picture, to be read in the page: turned, enlarged, page by page. In its own chunk, keeps its room meanwhile. */
export function DocumentPreview(props: DocumentPreviewProps) {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <LazyPreview {...props} />
    </Suspense>
  );
}
