import { useEffect, useRef } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Card } from '../../ui/content/Card.tsx';
import { Icon } from '../../ui/content/Icon.tsx';
import { NumberedList } from '../../ui/content/NumberedList.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import type { OrderCheckMutation } from './order.gql.ts';

/** Confirms the order: what happens next, and where to follow it. */
export function OrderSuccess({ check, onAnother }: { check: OrderCheckMutation['orderCheck']; onAnother: () => void }) {
  const t = useTranslations('order');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  // The worker is not notified before a visit at home.
  const atHome = check.checkLocation === 'House';
  const steps = [
    t('success.verify'),
    t(`success.plan.${check.checkTiming}`),
    t(atHome ? 'success.visit' : 'success.invite'),
    t('success.report'),
  ];
  return (
    <Card>
      <div role="status" className="flex flex-col items-center gap-1 py-4 text-center">
        <span className="mb-2 grid size-12 place-items-center rounded-full bg-success-soft text-success-fg">
          <Icon name="checkCircle" size={26} />
        </span>
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold tracking-tight outline-none">
          {t('success.title')}
        </h2>
        <p className="text-sm text-muted">{t('success.text', { name: check.workerFullName })}</p>
      </div>
      <div className="mx-auto max-w-lg">
        <h3 className="text-sm font-semibold">{t('success.next')}</h3>
        <NumberedList items={steps} className="mt-2" />
        <div className="mt-6 flex flex-wrap justify-center gap-2 max-sm:flex-col-reverse">
          <Button size="md" icon="plus" onClick={onAnother}>
            {t('success.another')}
          </Button>
          <LinkButton size="md" variant="primary" to="/checks/$id" params={{ id: check.id }} iconEnd="arrowRight">
            {t('success.follow')}
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}
