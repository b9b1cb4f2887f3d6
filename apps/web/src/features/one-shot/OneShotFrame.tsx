import { useTranslations } from '../../lib/i18n/translations.ts';
import { AppLink } from '../../ui/links/AppLink.tsx';
import { VisitorFrame, type VisitorFrameProps } from '../../ui/public/VisitorFrame.tsx';

/** The page around a One Shot Check, for visitors without an account. */
export function OneShotFrame(props: Omit<VisitorFrameProps, 'footer'>) {
  const t = useTranslations('oneShot');
  return (
    <VisitorFrame
      {...props}
      footer={
        <p>
          {t('footer')}{' '}
          <AppLink to="/" className="rounded-sm font-medium text-brand-fg underline-offset-3 hover:underline">
            {t('signIn')}
          </AppLink>
        </p>
      }
    />
  );
}
