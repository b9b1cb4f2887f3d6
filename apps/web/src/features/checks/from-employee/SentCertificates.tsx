import { PUT_ASIDE_REASONS, type PutAsideReason } from '@checkwell/domain/employee-page/certificate';
import { useState } from 'react';
import { useGqlChange } from '../../../lib/api/query.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { StateText, StatusBadge } from '../../../ui/content/Badge.tsx';
import { Card } from '../../../ui/content/Card.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx';
import { StoredDocumentView } from '../../../ui/documents/StoredDocumentView.tsx';
import { FormDialog } from '../../../ui/overlays/FormDialog.tsx';
import type { SentCertificatesFragment } from '../check.gql.ts';
import type { WholeCheck } from '../check.queries.ts';
import { PutAsideSentCertificateDocument } from './sent-certificates.gql.ts';

type Sent = SentCertificatesFragment['sentCertificates'][number];

/** Certificates that the employee sent, each to look at, register or put aside; empty when there are none. */
export function SentCertificates({ check }: { readonly check: WholeCheck }) {
  const t = useTranslations('sentCertificates');
  const [aside, setAside] = useState<string>();
  if (check.sentCertificates.length === 0) return null;
  return (
    <Card title={t('title')}>
      <p className="text-sm text-pretty text-muted">{t('text')}</p>
      <ul className="mt-3 flex flex-col divide-y divide-line">
        {check.sentCertificates.map((sent) => (
          <SentLine key={sent.id} checkId={check.id} sent={sent} onAside={() => setAside(sent.id)} />
        ))}
      </ul>
      {aside !== undefined && <AsideDialog id={aside} onClose={() => setAside(undefined)} />}
    </Card>
  );
}

interface SentLineProps {
  readonly checkId: string;
  readonly sent: Sent;
  readonly onAside: () => void;
}

function SentLine({ checkId, sent: { id, sentAt, startDate, endDate, state, certificateId, document }, onAside }: SentLineProps) {
  const t = useTranslations('sentCertificates');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const moment = format.momentLong(sentAt);
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className="text-sm font-medium">{format.dateRange(startDate, endDate)}</p>
          <p className="text-xs text-muted">{t('sent', { moment })}</p>
        </div>
        {state === 'Waiting' ? (
          <StatusBadge tone="warning">{t('state.Waiting')}</StatusBadge>
        ) : (
          <StateText tone={state === 'Registered' ? 'success' : state === 'Infected' ? 'danger' : 'neutral'}>
            {state === 'Registered' || state === 'Infected' ? t(`state.${state}`) : t('state.putAside')}
          </StateText>
        )}
      </div>
      {state !== 'Waiting' && state !== 'Registered' && (
        <p className="text-sm">{state === 'Infected' ? t('infected') : t(`reasons.${state}`)}</p>
      )}
      {state === 'Waiting' && document && (
        <>
          <div className="flex flex-wrap gap-2">
            <Button aria-expanded={open} icon={open ? 'x' : 'eye'} onClick={() => setOpen(!open)}>
              {t(open ? 'common:close' : 'look')}
            </Button>
            <LinkButton variant="primary" to="/certificates/new" search={{ sentCheckId: checkId, sentId: id }}>
              {t('register')}
            </LinkButton>
            <Button onClick={onAside}>{t('aside')}</Button>
          </div>
          {open && <StoredDocumentView document={document} className="h-[min(70vh,44rem)]" />}
        </>
      )}
      {certificateId !== null && (
        <LinkButton className="self-start" to="/certificates/$id" params={{ id: certificateId }}>
          {t('open')}
        </LinkButton>
      )}
    </li>
  );
}

/** Asks for the reason, which the employee reads, and warns that the file is deleted. */
function AsideDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTranslations('sentCertificates');
  const [reason, setReason] = useState<PutAsideReason>();
  const [missing, setMissing] = useState(false);
  const putAside = useGqlChange(PutAsideSentCertificateDocument, { topics: ['check'], success: t('asideDone'), onSuccess: onClose });
  return (
    <FormDialog
      danger
      title={t('asideTitle')}
      submitLabel={t('aside')}
      busy={putAside.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason) putAside.mutate({ id, reason });
        else setMissing(true);
      }}
      onClose={onClose}
    >
      <p>{t('asideText')}</p>
      <RadioGroup
        legend={t('reason')}
        required
        error={missing && !reason ? t('reasonMissing') : undefined}
        value={reason ?? ''}
        onChange={(value) => setReason(PUT_ASIDE_REASONS.find((known) => known === value))}
        options={PUT_ASIDE_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
      />
    </FormDialog>
  );
}
