import type { ErrorCode } from '@checkwell/domain/errors';
import { beforeAll, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '../../lib/api/api-error.ts';
import { focus } from '../../test/fields.ts';
import { pdfOf, pictureOf } from '../../test/fixtures/papers.ts';
import { render } from '../../test/render.tsx';
import { DocumentPreview } from './DocumentPreview.tsx';

// Loads the large library before the tests, because the development server takes long for the first request.
beforeAll(async () => {
  const [{ default: address }] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
    import('pdfjs-dist/legacy/build/pdf.min.mjs'),
  ]);
  await (await fetch(address)).text();
});

const sizeOf = (element: Element) => {
  const { width, height } = element.getBoundingClientRect();
  return { width: Math.round(width), height: Math.round(height) };
};

/** Whether anything is drawn on the page. */
function hasInk(): boolean {
  const canvas = document.querySelector('canvas');
  if (!canvas || canvas.width === 0) return false;
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  return [...data].some((value, index) => index % 4 !== 3 && value < 128);
}

test('a PDF can be read by mouse and by keyboard', async () => {
  const paper = pdfOf(['First page', 'Second page', 'Third page']);
  const download = vi.fn();
  const { say } = await render(
    <DocumentPreview fileName={paper.name} mediaType={paper.type} documentKey="1" load={async () => paper} onDownload={download} />,
  );
  const pageImage = (number: number) =>
    page.getByRole('img', { name: `certificate.pdf, ${say('common:preview.page', { page: number, pages: 3 })}` });
  await expect.element(pageImage(1)).toBeVisible();
  await expect.element(page.getByText('First page')).toBeInTheDocument();
  await expect.poll(hasInk).toBe(true);
  await userEvent.click(page.getByRole('button', { name: say('common:preview.nextPage') }));
  await expect.element(pageImage(2)).toBeVisible();
  await expect.element(page.getByText('Second page')).toBeInTheDocument();

  await focus(page.getByRole('group', { name: say('common:preview.area', { name: 'certificate.pdf' }) }));
  await userEvent.keyboard('{PageDown}');
  await expect.element(pageImage(3)).toBeVisible();
  const size = () => sizeOf(pageImage(3).element());
  const upright = size();
  expect(upright.height).toBeGreaterThan(upright.width);
  await userEvent.keyboard('r');
  await expect.poll(() => size().width > size().height).toBe(true);
  await userEvent.keyboard('r');
  await expect.poll(size).toEqual(upright);
  await userEvent.keyboard('+');
  await expect.poll(() => size().width).toBeGreaterThan(upright.width * 1.2);
  await userEvent.keyboard('0');
  await expect.poll(size).toEqual(upright);
  await userEvent.click(page.getByRole('button', { name: say('common:preview.download') }));
  expect(download).toHaveBeenCalledOnce();
});

test('a picture can be enlarged, fitted and turned on a phone, without making the page wider', async () => {
  const paper = await pictureOf();
  const { say } = await render(<DocumentPreview fileName={paper.name} mediaType={paper.type} documentKey="1" load={async () => paper} />, {
    width: 390,
  });
  const picture = page.getByRole('img', { name: 'photo.png' });
  await expect.element(picture).toBeVisible();
  const size = () => sizeOf(picture.element());
  await expect.poll(() => size().width).toBeGreaterThan(0);
  const fitted = size();
  await userEvent.click(page.getByRole('button', { name: say('common:preview.zoomIn') }));
  await expect.poll(() => size().width).toBeGreaterThan(fitted.width * 1.2);
  await userEvent.click(page.getByRole('button', { name: say('common:preview.fit') }));
  await expect.poll(size).toEqual(fitted);
  await userEvent.click(page.getByRole('button', { name: say('common:preview.rotate') }));
  await expect.poll(() => size().height > size().width).toBe(true);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('a broken document shows a message and can still be downloaded; loading can be retried after an error', async () => {
  const paper = pdfOf(['Fine']);
  const broken = new File(['%PDF-1.7 nothing of a PDF'], paper.name, { type: paper.type });
  const download = vi.fn();
  let content: File | undefined = broken;
  const preview = (key: string) => (
    <DocumentPreview
      fileName={paper.name}
      mediaType={paper.type}
      documentKey={key}
      load={async () => content ?? Promise.reject(new Error('The request failed.'))}
      onDownload={download}
    />
  );
  const first = await render(preview('1'));
  await expect.element(page.getByText(first.say('common:preview.broken'))).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: first.say('common:preview.download') }).last());
  expect(download).toHaveBeenCalledOnce();

  content = undefined;
  const { say } = await render(preview('2'));
  const retry = page.getByRole('button', { name: say('common:retry'), exact: true });
  await expect.element(retry).toBeVisible();
  content = paper;
  await userEvent.click(retry);
  await expect.element(page.getByRole('img', { name: 'certificate.pdf' })).toBeVisible();
});

test('a document that is being scanned for malware shows a message and can be loaded again; an infected one cannot', async () => {
  const paper = pdfOf(['Fine']);
  let answer: ErrorCode = 'document.beingChecked';
  const { say } = await render(
    <DocumentPreview
      fileName={paper.name}
      mediaType={paper.type}
      documentKey="1"
      load={async () => Promise.reject(new ApiError(answer, { status: 409 }))}
    />,
  );
  await expect.element(page.getByText(say('common:preview.beingChecked'))).toBeVisible();
  await expect.element(page.getByText(say('errors:document.beingChecked'))).toBeVisible();
  answer = 'document.infected';
  const retry = page.getByRole('button', { name: say('common:retry'), exact: true });
  await userEvent.click(retry);
  await expect.element(page.getByText(say('common:preview.infected'))).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
});
