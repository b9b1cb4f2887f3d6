import { useTranslations } from '../../lib/i18n/translations.ts';

/** Sign and name of the product. */
export function Logo({ size = 22 }: { size?: number }) {
  const t = useTranslations('common');
  return (
    <span className="inline-flex items-center gap-2 text-fg">
      <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
        <rect width="32" height="32" rx="8" className="fill-brand" />
        <path d="M9.5 16.8l4.2 4.2 8.8-9.6" fill="none" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <span className="text-md font-semibold tracking-tight">{t('common:product')}</span>
    </span>
  );
}
