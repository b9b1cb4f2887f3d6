import type { Page } from '@playwright/test';

export interface Paper {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A PDF with one page for each heading, printed by the browser. */
export async function pdfOf(page: Page, headings: readonly string[], name = 'certificate.pdf'): Promise<Paper> {
  const buffer = await draw(page, headings, (paper) => paper.pdf({ format: 'A4' }));
  return { name, mimeType: 'application/pdf', buffer };
}

/** A landscape picture. */
export async function pictureOf(page: Page, heading: string, name = 'photo.png'): Promise<Paper> {
  const buffer = await draw(page, [heading], async (paper) => {
    await paper.setViewportSize({ width: 800, height: 400 });
    return paper.screenshot();
  });
  return { name, mimeType: 'image/png', buffer };
}

async function draw(page: Page, headings: readonly string[], take: (paper: Page) => Promise<Buffer>): Promise<Buffer> {
  const paper = await page.context().newPage();
  await paper.setContent(headings.map((heading) => `<h1 style="break-after: page">${heading}</h1>`).join(''));
  const buffer = await take(paper);
  await paper.close();
  return buffer;
}
