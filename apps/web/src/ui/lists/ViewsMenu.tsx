import type { ListName, ViewSearch } from '@checkwell/domain/lists/lists';
import { useState } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import type { SavedView } from '../../lib/lists/list-views.ts';
import { Button } from '../controls/Button.tsx';
import { LazyDialog, lazy } from '../overlays/lazy.tsx';
import { Menu, type MenuItem } from '../overlays/Menu.tsx';

/** Rarely used and large, so they load when opened. */
const SAVE = lazy(async () => (await import('./ListViewDialogs.tsx')).SaveViewDialog);
const MANAGE = lazy(async () => (await import('./ListViewDialogs.tsx')).ManageViewsDialog);

interface ViewsMenuProps {
  readonly list: ListName;
  readonly companyId: string | undefined;
  readonly query: { readonly views: readonly SavedView[] | undefined; readonly isError: boolean; readonly refetch: () => unknown };
  /** What the list shows now. */
  readonly shown: ViewSearch;
  readonly isSame: (view: ViewSearch) => boolean;
  /** Whether nothing is filtered or sorted. */
  readonly isWhole: boolean;
  readonly onShow: (view: ViewSearch) => void;
  readonly onShowWhole: () => void;
}

/** The person's views of a list: open one, save what is shown as one, manage them. */
export function ViewsMenu({ list, companyId, query, shown, isSame, isWhole, onShow, onShowWhole }: ViewsMenuProps) {
  const t = useTranslations('lists');
  const [open, setOpen] = useState<'save' | 'manage' | null>(null);
  const close = () => setOpen(null);
  const { views = [] } = query;
  const current = views.find((view) => isSame(view.shown));
  const hintOf = ({ incomplete, isDefault }: SavedView): string => {
    const hints = [isDefault && t('views.opens'), incomplete && t('views.incomplete')];
    return hints.filter(Boolean).join(' · ');
  };
  const items: readonly MenuItem[] = [
    { label: t('views.whole'), checked: current === undefined && isWhole, onSelect: onShowWhole },
    ...(views.length > 0 ? [{ heading: t('views.mine') }] : []),
    ...views.map((view) => ({
      label: view.name,
      ...(hintOf(view) && { hint: hintOf(view) }),
      checked: view === current,
      onSelect: () => onShow(view.shown),
    })),
    ...(query.views === undefined
      ? query.isError
        ? [{ label: t('views.failed'), hint: t('common:retry'), icon: 'refresh' as const, onSelect: () => void query.refetch() }]
        : [{ heading: t('views.loading') }]
      : []),
    { separator: true },
    { label: t('views.save'), icon: 'plus', onSelect: () => setOpen('save') },
    ...(views.length > 0 ? [{ label: t('views.manage'), icon: 'settings' as const, onSelect: () => setOpen('manage') }] : []),
  ];
  return (
    <>
      <Menu
        label={t('views.label')}
        items={items}
        trigger={(props) => (
          <Button {...props} icon="eye" iconEnd="chevronDown" className="max-w-52 font-normal! pointer-coarse:h-10">
            <span className="truncate">{current?.name ?? t('views.label')}</span>
          </Button>
        )}
      />
      {open === 'save' && <LazyDialog dialog={SAVE} props={{ list, companyId, shown, onClose: close }} />}
      {open === 'manage' && <LazyDialog dialog={MANAGE} props={{ views, shown, isSame, onClose: close }} />}
    </>
  );
}
