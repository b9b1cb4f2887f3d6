import { type LawAct, lawAddress } from '@checkwell/domain/law/dated';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { NewTabMark } from '../links/NewTabMark.tsx';

interface LawLinkProps {
  readonly source: { readonly act: LawAct; readonly article: string; readonly address: string };
  readonly className?: string;
}

/** The number stays beside its sign. */
const inOneLine = (article: string): string => article.replaceAll(/(§|art\.) /g, '$1\u00a0');

/** The link to the article of the law behind a remark, a deadline or a next step. Needs the translations of `enums`. */
export function LawLink({ source, className }: LawLinkProps) {
  const t = useTranslations('enums');
  return (
    <a
      href={lawAddress(source.address, useLanguage())}
      target="_blank"
      rel="noreferrer"
      className={`text-2xs text-brand-fg underline underline-offset-2 ${className ?? ''}`}
    >
      {t('common:law.source', { act: t(`lawAct.${source.act}`), article: inOneLine(source.article) })}
      <NewTabMark />
    </a>
  );
}
