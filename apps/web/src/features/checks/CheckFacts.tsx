import { factsOf } from '@checkwell/domain/check/facts';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveFile } from '../../lib/api/http.ts';
import { notifyError } from '../../lib/browser/toast.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Card } from '../../ui/content/Card.tsx';
import { FactList } from '../../ui/content/FactList.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { AppLink } from '../../ui/links/AppLink.tsx';
import { useLinkedChecks } from '../../ui/links/linked-checks.tsx';
import type { WholeCheck } from './check.queries.ts';

type Check = WholeCheck;

/** The worker, as far as the viewer may see it. */
export function WorkerFacts({ check }: { check: Check }) {
  const t = useTranslations('checks', 'checkFields');
  return (
    <Card title={t('detail.worker')}>
      {/* The national number is shown on the screen to users who may see it, and is in no document. */}
      <FactList
        facts={factsOf(check, 'worker')}
        more={check.workerNISS === null ? [] : [{ label: t('checkFields:workerNISS'), value: check.workerNISS }]}
      />
    </Card>
  );
}

/** The incapacity as it was declared, with the certificate. */
export function IncapacityFacts({ check }: { check: Check }) {
  const t = useTranslations('checks', 'checkFields');
  const linkedChecks = useLinkedChecks({ earlier: '/reports/$id', later: '/checks/$id' });
  return (
    <Card title={t('detail.incapacity')} actions={check.document && <DocumentButton document={check.document} />}>
      <FactList
        facts={factsOf(check, 'incapacity')}
        more={[
          ...(check.certificateId === null
            ? []
            : [
                {
                  label: t('checkFields:certificate'),
                  value: (
                    <AppLink to="/certificates/$id" params={{ id: check.certificateId }} className="text-brand-fg hover:underline">
                      {t('detail.certificate')}
                    </AppLink>
                  ),
                },
              ]),
          ...linkedChecks(check),
        ]}
      />
    </Card>
  );
}

function DocumentButton({ document }: { document: NonNullable<Check['document']> }) {
  const t = useTranslations('checks');
  // The request needs the bearer header, so a link cannot open it.
  const download = useMutation({ mutationFn: () => saveFile(document.url, { fallbackName: document.fileName }), onError: notifyError });
  return (
    <Button size="xs" icon="download" loading={download.isPending} onClick={() => download.mutate()} title={document.fileName}>
      {t('detail.open')}
    </Button>
  );
}

/** The comments that the viewer may read. */
export function CommentFacts({ check }: { check: Check }): ReactNode {
  const t = useTranslations('checks');
  const facts = factsOf(check, 'comments');
  if (facts.length === 0) return null;
  return (
    <Card title={t('detail.comments')}>
      <FactList columns={1} facts={facts} />
    </Card>
  );
}

/** Where the order came from, and who receives the report. */
export function OrderFacts({ check }: { check: Check }) {
  return <FactList facts={factsOf(check, 'order')} />;
}
