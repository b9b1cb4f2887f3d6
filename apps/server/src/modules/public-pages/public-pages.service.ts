import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { PUBLIC_PAGE_NAMES, type PublicPage, publicPagePath } from '@checkwell/domain/public-pages';
import { getTranslator } from '@checkwell/messages/translator';
import { type Config, offersOneShot } from '../../config.ts';
import { type PdfDocument, renderPdf } from '../../platform/pdf/pdf.ts';
import { contentOf } from './public-pages.content.ts';
import { type PageFrame, pageHtml } from './public-pages.html.ts';
import { type ShownVerification, verificationHtml } from './verification.html.ts';

/** Pages for everybody: who sells, the law, prices, how it works. They are the same for each reader, and change with the configuration alone. */
export interface PublicPagesService {
  /** Every page in every language on offer. `html` writes the page again each time. */
  readonly pages: readonly { readonly path: string; readonly html: () => string }[];
  /** The page on which anybody verifies an evidence pack. */
  verificationHtml(shown: ShownVerification, language: InterfaceLanguage): string;
  /** Languages in which there is a sample report. */
  readonly languages: readonly InterfaceLanguage[];
  /** The sample report as PDF. */
  sampleFile(language: InterfaceLanguage): Promise<{ readonly fileName: string; readonly bytes: Buffer }>;
}

export interface PublicPagesDeps {
  readonly config: Config;
  /** Who makes reports. `now`: date of the sample's file. */
  readonly reports: { sample(language: InterfaceLanguage): { readonly document: PdfDocument; readonly now: Date } };
}

export function createPublicPagesService({ config, reports }: PublicPagesDeps): PublicPagesService {
  const { languages, publicUrl, seller, sellerLogo } = config;
  const files = new Map<InterfaceLanguage, Promise<Buffer>>();
  const frameIn = (language: InterfaceLanguage): PageFrame => ({
    language,
    languages,
    publicUrl,
    seller,
    hasLogo: sellerLogo !== null,
    oneShot: offersOneShot(config),
  });
  const htmlOf = (page: PublicPage, language: InterfaceLanguage): string =>
    pageHtml(contentOf(page, language, { seller, partners: config }), {
      ...frameIn(language),
      page,
      sample: page === 'sampleReport' ? reports.sample(language).document : null,
    });
  return {
    verificationHtml: (shown, language) => verificationHtml(shown, frameIn(language)),
    pages: PUBLIC_PAGE_NAMES.flatMap((page) =>
      languages.map((language) => ({ path: publicPagePath(page, language), html: () => htmlOf(page, language) })),
    ),
    languages,
    async sampleFile(language) {
      const { document, now } = reports.sample(language);
      const file = files.get(language) ?? renderPdf(document, now);
      files.set(language, file);
      return { fileName: `${getTranslator(language, 'publicPages')('sampleReport.fileName')}.pdf`, bytes: await file };
    },
  };
}
