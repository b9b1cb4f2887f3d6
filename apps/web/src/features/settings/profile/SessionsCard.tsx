import type { Session } from '@checkwell/domain/identity/sign-in';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../../lib/api/query.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Badge } from '../../../ui/content/Badge.tsx';
import { Card } from '../../../ui/content/Card.tsx';
import { QueryState } from '../../../ui/content/QueryState.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { endSession, sessionsQuery } from '../settings.queries.ts';
import { deviceOf } from './device.ts';

/** Where the viewer is signed in, so that a forgotten or a foreign device can be signed out. */
export function SessionsCard() {
  const t = useTranslations('settings');
  const query = useQuery(sessionsQuery);
  return (
    <Card title={t('sessions.title')} hint={t('sessions.hint')} padded={false}>
      {query.data ? (
        <ul className="divide-y divide-line">
          {ownFirst(query.data).map((session) => (
            <SessionLine key={session.id} session={session} onEnded={() => query.refetch()} />
          ))}
        </ul>
      ) : (
        <QueryState query={query} lines={2} height="2rem" className="p-4" />
      )}
    </Card>
  );
}

/** This device, then the others in the server's order. */
const ownFirst = (sessions: readonly Session[]): readonly Session[] =>
  sessions.toSorted((one, other) => Number(other.current) - Number(one.current));

function SessionLine({ session, onEnded }: { readonly session: Session; readonly onEnded: () => Promise<unknown> }) {
  const t = useTranslations('settings');
  const format = useFormat();
  const device = useDeviceName(session.userAgent);
  const end = useChange(() => endSession(session.id), { success: t('sessions.ended'), onSuccess: onEnded });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 text-xs">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium text-fg">
          {device}
          {session.current && <Badge tone="success">{t('sessions.current')}</Badge>}
        </p>
        <p className="text-2xs text-muted">
          {t('sessions.lastSeen', { when: format.relative(session.lastSeenAt) })} ·{' '}
          {t('sessions.since', { when: format.dateTime(new Date(session.createdAt)) })} ·{' '}
          {t('sessions.ipAddress', { ipAddress: session.ipAddress })}
        </p>
      </div>
      {!session.current && (
        <Button size="sm" loading={end.isPending} onClick={() => end.mutate()} aria-label={t('sessions.endOf', { device })}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

function useDeviceName(userAgent: string): string {
  const t = useTranslations('settings');
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('sessions.device', { browser, system });
  return browser ?? system ?? t('sessions.unknownDevice');
}
