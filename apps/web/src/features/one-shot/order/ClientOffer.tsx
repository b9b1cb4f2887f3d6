import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Card } from '../../../ui/content/Card.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';

/** Invites the payer to become a client; the form is filled in with the data of the invoice. */
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
