import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';

/** A payer may become a client; what the invoice needed is filled in there, wherever the link is opened. */
export function ClientOffer({ token }: { readonly token: string }) {
  const t = useTranslations('oneShot');
  return (
    <Card title={t('client.title')}>
      <p className="text-xs text-pretty">{t('client.text')}</p>
      <div className="mt-3">
        <LinkButton to="/confirm-identity" hash={token} iconEnd="arrowRight">
          {t('client.start')}
        </LinkButton>
      </div>
    </Card>
  );
}
