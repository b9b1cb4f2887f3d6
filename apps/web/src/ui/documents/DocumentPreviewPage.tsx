import { useEffect, useRef, useState } from 'react';
import type { PdfDocument } from '../../lib/browser/pdf.ts';
import { type Size, turnedSize } from './document-view.ts';
import type { PreviewState } from './use-document.ts';

interface PageProps {
  source: PreviewState;
  /** Name of the picture for screen readers. */
  label: string;
  page: number;
  scale: number;
  rotation: number;
  /** The page's own size, once it is known. */
  own: Size | null;
  onOwnSize: (size: Size) => void;
  onBroken: () => void;
}

/** One page of a document at its scale, centred while it is smaller than the window. */
export function DocumentPreviewPage({ source, ...props }: PageProps) {
  if (source.kind === 'picture') return <Picture address={source.address} {...props} />;
  if (source.kind === 'pdf') return <PdfPage document={source.document} {...props} />;
  return null;
}

type Shown = Omit<PageProps, 'source'>;

function Picture({ address, label, scale, rotation, own, onOwnSize, onBroken }: Shown & { address: string }) {
  const size = own ?? { width: 0, height: 0 };
  const box = turnedSize(size, rotation);
  return (
    <div className="relative m-auto overflow-hidden" style={{ width: box.width * scale, height: box.height * scale }}>
      <img
        src={address}
        alt={label}
        onLoad={({ currentTarget }) => onOwnSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
        onError={onBroken}
        className="absolute top-1/2 left-1/2 max-w-none"
        style={{ width: size.width * scale, height: size.height * scale, transform: `translate(-50%, -50%) rotate(${rotation}deg)` }}
      />
    </div>
  );
}

/** Phones refuse larger canvases. */
const MAX_PIXELS = 16_000_000;
/** A PDF counts in points, 72 to the inch; a screen in pixels, 96 to the inch. */
const PIXELS_PER_POINT = 96 / 72;

function PdfPage({ document, label, page, scale, rotation, own, onOwnSize, onBroken }: Shown & { document: PdfDocument }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  const report = useRef({ onOwnSize, onBroken });
  useEffect(() => {
    report.current = { onOwnSize, onBroken };
  });
  useEffect(() => {
    let gone = false;
    const measure = async (): Promise<void> => {
      const sheet = await document.getPage(page);
      const { width, height } = sheet.getViewport({ scale: PIXELS_PER_POINT });
      if (!gone) report.current.onOwnSize({ width, height });
      const content = await sheet.getTextContent();
      if (!gone) setText(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
    };
    measure().catch(() => !gone && report.current.onBroken());
    return () => {
      gone = true;
    };
  }, [document, page]);
  useEffect(() => {
    const element = canvas.current;
    if (!element || !own) return;
    let cancel = (): void => undefined;
    let gone = false;
    const draw = async (): Promise<void> => {
      const sheet = await document.getPage(page);
      if (gone) return;
      const wanted = scale * PIXELS_PER_POINT;
      const pixels = own.width * own.height * scale * scale;
      const sharpness = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / pixels));
      const viewport = sheet.getViewport({ scale: wanted * sharpness, rotation: (sheet.rotate + rotation) % 360 });
      // Drawn on another canvas first, because a canvas is white while it is being drawn.
      const aside = new OffscreenCanvas(Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height)));
      // The library's types require the context of a canvas on the page; an offscreen context works the same way.
      const task = sheet.render({ canvas: null, canvasContext: aside.getContext('2d') as unknown as CanvasRenderingContext2D, viewport });
      cancel = () => task.cancel();
      await task.promise;
      if (gone) return;
      element.width = aside.width;
      element.height = aside.height;
      element.getContext('2d')?.drawImage(aside, 0, 0);
    };
    draw().catch((error: unknown) => {
      if (!gone && !(error instanceof Error && error.name === 'RenderingCancelledException')) report.current.onBroken();
    });
    return () => {
      gone = true;
      cancel();
    };
  }, [document, page, scale, rotation, own]);
  const box = turnedSize(own ?? { width: 0, height: 0 }, rotation);
  return (
    <div className="m-auto">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        className="block bg-white"
        style={{ width: box.width * scale, height: box.height * scale }}
      />
      {text && <p className="sr-only">{text}</p>}
    </div>
  );
}
