import { useTranslations } from '../../../lib/i18n/translations.ts';
import { IconButton, type IconButtonProps } from '../../../ui/controls/IconButton.tsx';
import { showOverlay, useUnread } from '../overlay.ts';

/** The button for the notifications, with the number of unread ones. */
export function Bell({ size = 'sm' }: Pick<IconButtonProps, 'size'>) {
  const t = useTranslations('shell');
  const unread = useUnread();
  return (
    <span className="relative">
      <IconButton
        icon="bell"
        size={size}
        label={unread > 0 ? `${t('notifications')}, ${t('unread', { count: unread })}` : t('notifications')}
        aria-haspopup="dialog"
        onClick={() => showOverlay('notifications')}
      />
      {unread > 0 && (
        <span aria-hidden="true" className="pointer-events-none absolute top-0 right-0 rounded-full bg-brand px-1 text-2xs text-on-brand">
          {unread}
        </span>
      )}
    </span>
  );
}
