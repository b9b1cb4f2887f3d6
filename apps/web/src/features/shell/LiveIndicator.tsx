import { type LiveState, useLiveState } from '../../lib/api/live.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../../ui/content/cx.ts';

const DOT: Record<LiveState, string> = {
  live: 'bg-success-fg',
  connecting: 'bg-line-strong animate-shimmer',
  reconnecting: 'bg-warning-fg animate-shimmer',
  off: 'bg-line-strong',
};

/** Whether changes by others arrive by themselves; read out only when that stops or comes back. */
export function LiveIndicator({ withText = false }: { withText?: boolean }) {
  const t = useTranslations('shell');
  const state = useLiveState();
  const hint = state === 'live' ? t('live.liveHint') : state === 'reconnecting' ? t('live.reconnectingHint') : undefined;
  const shown = withText || state === 'reconnecting';
  return (
    <span role="status" title={hint ?? t(`live.${state}`)} className="inline-flex h-6 items-center gap-1.5 px-1.5 text-2xs text-muted">
      <span aria-hidden="true" className={cx('size-2 rounded-full', DOT[state])} />
      <span className={shown ? undefined : 'sr-only'}>{t(`live.${state}`)}</span>
    </span>
  );
}
