import { useWords } from '../../lib/i18n/words.ts';
import { STATUS_TONES } from '../../lib/records/status-tones.ts';
import { useViewer } from '../../lib/session/viewer.ts';
import { StateText, StatusBadge } from '../../ui/content/Badge.tsx';
import type { CheckRow } from './checks.queries.ts';
import { actorKey } from './look.ts';

/** Where a check stands: a pill where the viewer must act, plain words everywhere else, so that pills are seen. */
export function CheckStatusText({ check: { status, nextActor } }: { check: Pick<CheckRow, 'status' | 'nextActor'> }) {
  const t = useWords('checks');
  const enums = useWords('enums');
  const { role } = useViewer();
  const text = enums(`checkStatus.${status}`);
  // The provider's team has a board of its own for what waits for it.
  const waitsForViewer = role !== 'planner' && actorKey(nextActor, role) === 'you';
  if (!waitsForViewer) return <StateText tone={STATUS_TONES[status]}>{text}</StateText>;
  return <StatusBadge tone="danger">{`${text} · ${t('actor.you')}`}</StatusBadge>;
}
