import { useTranslations } from '../../lib/i18n/translations.ts';
import { STATUS_TONES } from '../../lib/records/status-tones.ts';
import { useViewer } from '../../lib/session/viewer.ts';
import { Badge, StateText } from '../../ui/content/Badge.tsx';
import { actorKey } from './check-display.ts';
import type { CheckRow } from './checks.queries.ts';

/** The state of a check in words, with a pill when the viewer must act. */
export function CheckStatusText({ check: { status, nextActor } }: { check: Pick<CheckRow, 'status' | 'nextActor'> }) {
  const t = useTranslations('checks');
  const enums = useTranslations('enums');
  const { role } = useViewer();
  const text = enums(`checkStatus.${status}`);
  // Planners see their own tasks on the planning board.
  const waitsForViewer = role !== 'planner' && actorKey(nextActor, role) === 'you';
  const state = <StateText tone={waitsForViewer ? 'danger' : STATUS_TONES[status]}>{text}</StateText>;
  if (!waitsForViewer) return state;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      {state}
      <Badge tone="danger">{t('actor.you')}</Badge>
    </span>
  );
}
