import { PUBLIC_PAGE_NAMES, publicPagePath } from '@checkwell/domain/public-pages';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useSeller } from '../../lib/payments/seller.ts';

const LINK = 'inline-flex min-h-6 items-center rounded-sm underline-offset-3 hover:text-fg hover:underline';

/**
 * The footer of every page without a sign-in: the seller, and plain links to the public pages, which the server renders. Needs the translations of
 * `auth`.
 */
export function PublicFooter({ newTab = false }: { readonly newTab?: boolean }) {
  const t = useTranslations('auth');
  const language = useLanguage();
  const seller = useSeller();
  return (
    <div className="flex flex-col gap-2 text-2xs text-muted">
      <nav aria-label={t('pages.label')}>
        <ul className="flex flex-wrap gap-x-3.5">
          {PUBLIC_PAGE_NAMES.map((page) => (
            <li key={page}>
              <a href={publicPagePath(page, language)} className={LINK} {...(newTab && { target: '_blank', rel: 'noopener' })}>
                {t(`pages.${page}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {/* Keeps its space while it loads, so that nothing above moves. */}
      <address className="min-h-[4lh] leading-6 not-italic sm:min-h-[2lh]">
        {seller && (
          // Each part stays on one line if it fits. Space separates the parts, because a dot could end a line.
          <span className="flex flex-wrap gap-x-3.5">
            {seller.written[language].identity.split(' · ').map((part) => (
              <span key={part}>{part}</span>
            ))}
            <a href={`tel:${seller.phoneNumber}`} className={LINK}>
              {seller.written[language].phone}
            </a>
            <a href={`mailto:${seller.email}`} className={LINK}>
              {seller.email}
            </a>
          </span>
        )}
      </address>
    </div>
  );
}
