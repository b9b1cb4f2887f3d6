import { PUBLIC_PAGE_NAMES, publicPagePath } from '@checkwell/domain/public-pages';
import type { ReactNode } from 'react';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useWords } from '../../lib/i18n/words.ts';
import { useSeller } from '../../lib/payments/seller.ts';

const LINK = 'inline-flex min-h-6 items-center rounded-sm underline-offset-3 hover:text-fg hover:underline';

/**
 * The foot of every page without a sign-in: who sells, and the public pages, which the server writes (plain links: no route of the
 * application leads there). Asks for the words of `auth`.
 */
export function PublicFooter({ newTab = false }: { readonly newTab?: boolean }) {
  const t = useWords('auth');
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
      {/* Its room is kept until it is known: nothing above may move. A dot before the first part of a line lies outside, and is cut off. */}
      <address className="min-h-[4lh] overflow-clip leading-6 not-italic [overflow-clip-margin:3px] sm:min-h-[2lh]">
        {seller && (
          <span className="-ml-3 flex flex-wrap">
            {seller.written[language].identity.split(' · ').map((part) => (
              <Part key={part}>{part}</Part>
            ))}
            <Part>
              <a href={`tel:${seller.phoneNumber}`} className={LINK}>
                {seller.written[language].phone}
              </a>
            </Part>
            <Part>
              <a href={`mailto:${seller.email}`} className={LINK}>
                {seller.email}
              </a>
            </Part>
          </span>
        )}
      </address>
    </div>
  );
}

/** A number with its name, or an address: it breaks only where it alone has no room. */
function Part({ children }: { readonly children: ReactNode }) {
  return (
    <span className="flex">
      <span aria-hidden="true" className="w-3 shrink-0 text-center">
        ·
      </span>
      <span>{children}</span>
    </span>
  );
}
