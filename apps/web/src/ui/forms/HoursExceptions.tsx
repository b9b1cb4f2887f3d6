import { timeOf } from '@checkwell/domain/clock';
import type { ExceptionKind } from '@checkwell/domain/planning/exceptions';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Icon } from '../content/Icon.tsx';
import { IconButton } from '../controls/IconButton.tsx';

/** What differs from a doctor's weekly hours, as the API sends it. */
export interface ShownException {
  readonly id: string;
  readonly kind: ExceptionKind;
  readonly startsAt: string;
  /** Not included. */
  readonly endsAt: string;
  readonly reason: string;
}

interface HoursExceptionsProps {
  readonly exceptions: readonly ShownException[];
  /** Absent when exceptions cannot be removed here. */
  readonly onRemove?: (id: string) => void;
  readonly busy?: boolean;
}

/** Absences and other hours of a doctor, in order. */
export function HoursExceptions({ exceptions, onRemove, busy = false }: HoursExceptionsProps) {
  const t = useTranslations('common');
  const text = useExceptionText();
  return (
    <ul className="flex flex-col gap-2">
      {exceptions.map((exception) => (
        <li key={exception.id} className="flex items-start gap-2 rounded-lg border border-line bg-surface px-3 py-2">
          <Icon name={exception.kind === 'Absent' ? 'minus' : 'plus'} className="mt-0.5 text-muted" />
          <span className="min-w-0 flex-1 text-xs">
            <span className="block font-medium text-fg">{t(`exception.${exception.kind}`)}</span>
            <span className="block text-fg">{text(exception)}</span>
            {exception.reason !== '' && <span className="block break-words text-muted">{exception.reason}</span>}
          </span>
          {onRemove && (
            <IconButton
              icon="trash"
              size="sm"
              label={t('exception.remove', { when: text(exception) })}
              disabled={busy}
              onClick={() => onRemove(exception.id)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Returns a function that describes the time of an exception: whole days as days, else hours. */
function useExceptionText(): (exception: Pick<ShownException, 'startsAt' | 'endsAt'>) => string {
  const format = useFormat();
  return ({ startsAt, endsAt }) => {
    const [start, end] = [new Date(startsAt), new Date(endsAt)];
    const last = new Date(end.getTime() - 1);
    if (timeOf(start) === '00:00' && timeOf(end) === '00:00')
      return format.dateLong(start) === format.dateLong(last)
        ? format.dateLong(start)
        : `${format.dateLong(start)} – ${format.dateLong(last)}`;
    return format.dateLong(start) === format.dateLong(last)
      ? `${format.momentLong(start)} – ${format.time(end)}`
      : `${format.momentLong(start)} – ${format.momentLong(end)}`;
  };
}
