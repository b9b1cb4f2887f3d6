import type { ReactNode } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { IconButton } from '../controls/IconButton.tsx';
import type { Tone } from './Badge.tsx';
import { cx } from './cx.ts';
import { Icon, type IconName } from './Icon.tsx';

const LOOKS: Record<Tone, { box: string; icon: IconName }> = {
  neutral: { box: 'bg-neutral-soft border-line [--tone:var(--neutral-fg)]', icon: 'info' },
  info: { box: 'bg-info-soft border-info-line [--tone:var(--info-fg)]', icon: 'info' },
  brand: { box: 'bg-brand-soft border-brand-line [--tone:var(--brand-fg)]', icon: 'info' },
  success: { box: 'bg-success-soft border-success-line [--tone:var(--success-fg)]', icon: 'checkCircle' },
  warning: { box: 'bg-warning-soft border-warning-line [--tone:var(--warning-fg)]', icon: 'alert' },
  danger: { box: 'bg-danger-soft border-danger-line [--tone:var(--danger-fg)]', icon: 'alertCircle' },
};

interface AlertProps {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
  /** Whether screen readers announce the message as soon as it appears, for errors. */
  live?: boolean;
  className?: string;
}

/** A message in the page, beside what it is about. */
export function Alert({ tone = 'info', title, children, action, onDismiss, live = tone === 'danger', className }: AlertProps) {
  const t = useTranslations('common');
  const { box, icon } = LOOKS[tone];
  return (
    <div role={live ? 'alert' : undefined} className={cx('flex items-start gap-2.5 rounded-lg border px-3 py-2.5 text-xs', box, className)}>
      <Icon name={icon} size={16} className="mt-px text-(--tone)" />
      {/* Under the text where there is no room beside it: on a phone. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-2.5 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          {title && <p className="font-medium text-(--tone)">{title}</p>}
          {children && <div className={cx('text-fg', Boolean(title) && 'mt-0.5')}>{children}</div>}
        </div>
        {action && <div className="shrink-0">{action}</div>}
      </div>
      {onDismiss && <IconButton icon="x" size="xs" label={t('dismiss')} onClick={onDismiss} />}
    </div>
  );
}
