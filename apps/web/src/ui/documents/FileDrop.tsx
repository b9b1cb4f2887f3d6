import { type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { Icon } from '../content/Icon.tsx';
import { Progress } from '../content/Progress.tsx';
import { Button } from '../controls/Button.tsx';
import { FieldError, RequiredMark } from '../controls/Field.tsx';
import type { FocusTarget } from '../controls/field-context.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { DropZone } from './DropZone.tsx';
import { type FileDropItem, hasFailed } from './use-uploads.ts';

interface FileDropProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  required?: boolean;
  /** Media types: `['application/pdf', 'image/jpeg']`. */
  accept: readonly string[];
  maxBytes: number;
  multiple?: boolean;
  /** Offers the phone's camera. */
  camera?: boolean;
  items: readonly FileDropItem[];
  onAdd: (files: readonly File[]) => void;
  /** Adds a refused file to the items, so that the user sees that it was not added. */
  onRefuse: (file: File, reason: string) => void;
  /** Also cancels a pending upload. */
  onRemove: (id: string) => void;
  /** Offers another attempt beside what failed. */
  onRetry?: (id: string) => void;
  className?: string;
  ref?: Ref<FocusTarget>;
}

const shortType = (type: string): string => (type.split('/')[1] ?? type).toUpperCase();

/** Files by drop, by dialog or by the phone's camera. What cannot be accepted is refused at once, with the reason. */
export function FileDrop({
  label,
  hint,
  error,
  required,
  accept,
  maxBytes,
  multiple = false,
  camera = false,
  items,
  onAdd,
  onRefuse,
  onRemove,
  onRetry,
  className,
  ref,
}: FileDropProps) {
  const t = useTranslations('common');
  const format = useFormat();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => choose.current?.focus() }), []);
  const [tooMany, setTooMany] = useState(false);
  const types = format.list(accept.map(shortType));
  const size = format.bytes(maxBytes);

  const refusalOf = (file: File): string | undefined => {
    if (!accept.includes(file.type)) return t('file.wrongType', { name: file.name, types });
    if (file.size > maxBytes) return t('file.tooLarge', { name: file.name, size });
    if (file.size === 0) return t('file.empty', { name: file.name });
    return undefined;
  };
  const take = (list: FileList | null): void => {
    const files = [...(list ?? [])];
    if (files.length === 0) return;
    const accepted = files.filter((file) => refusalOf(file) === undefined);
    const usable = multiple ? accepted : accepted.slice(0, 1);
    setTooMany(!multiple && files.length > 1);
    // A new usable file replaces the old one; without one, the old one stays.
    if (!multiple) for (const item of items) if (usable.length > 0 || hasFailed(item)) onRemove(item.id);
    for (const file of multiple || usable.length === 0 ? files : []) {
      const reason = refusalOf(file);
      if (reason !== undefined) onRefuse(file, reason);
    }
    if (usable.length > 0) onAdd(usable);
  };
  const describedBy = [`${id}-accepted`, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');

  return (
    <div data-wrong={error ? true : undefined} className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="text-xs font-medium text-fg">
        {label}
        {required && <RequiredMark />}
      </label>
      <DropZone onDrop={take} wrong={Boolean(error)} className="py-5">
        <div className="flex flex-wrap items-center justify-center gap-x-2 gap-y-1.5 text-xs text-muted">
          <Button ref={choose} icon="paperclip" aria-describedby={describedBy} onClick={() => input.current?.click()}>
            {t(multiple ? 'file.chooseMany' : 'file.choose')}
          </Button>
          {camera && (
            <Button icon="camera" onClick={() => cameraInput.current?.click()} className="[@media(pointer:fine)]:hidden!">
              {t('file.takePhoto')}
            </Button>
          )}
          <span className="pointer-coarse:hidden">{t(multiple ? 'file.dropMany' : 'file.drop')}</span>
        </div>
        <p id={`${id}-accepted`} className="text-2xs text-muted">
          {t('file.accepted', { types, size })}
        </p>
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept.join(',')}
          multiple={multiple}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
        {camera && (
          <input
            ref={cameraInput}
            type="file"
            accept="image/*"
            capture="environment"
            aria-label={t('file.takePhoto')}
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              take(event.currentTarget.files);
              event.currentTarget.value = '';
            }}
          />
        )}
      </DropZone>
      {hint && (
        <p id={`${id}-hint`} className="text-2xs text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div role="status" className="flex flex-col gap-0.5">
        {tooMany && <p className="text-2xs text-muted">{t('file.onlyOne')}</p>}
      </div>
      {items.length > 0 && (
        <ul className="mt-1 flex flex-col gap-1.5">
          {items.map((item) => (
            <FileLine key={item.id} item={item} onRemove={() => onRemove(item.id)} onRetry={onRetry && (() => onRetry(item.id))} />
          ))}
        </ul>
      )}
    </div>
  );
}

function FileLine({ item, onRemove, onRetry }: { item: FileDropItem; onRemove: () => void; onRetry: (() => void) | undefined }) {
  const t = useTranslations('common');
  const format = useFormat();
  const uploading = item.state === 'uploading';
  const failed = hasFailed(item);
  return (
    <li className={cx('flex items-center gap-2.5 rounded-lg border bg-surface px-3 py-2', failed ? 'border-danger-line' : 'border-line')}>
      <Icon
        name={failed ? 'alertCircle' : item.state === 'done' ? 'checkCircle' : 'file'}
        size={17}
        className={failed ? 'text-danger-fg' : item.state === 'done' ? 'text-success-fg' : 'text-muted'}
      />
      <div className="min-w-0 flex-1">
        <p className="truncate text-xs font-medium text-fg">{item.name}</p>
        {uploading ? (
          <Progress
            value={item.progress ?? 0}
            label={t('file.uploading', { percent: format.percent(item.progress ?? 0, 0) })}
            className="mt-1"
          />
        ) : (
          <p role={failed ? 'alert' : undefined} className={cx('text-2xs', failed ? 'text-danger-fg' : 'text-muted')}>
            {failed ? (item.error ?? t('file.failed')) : `${t('file.done')} · ${format.bytes(item.bytes)}`}
          </p>
        )}
      </div>
      {item.state === 'failed' && onRetry && (
        <IconButton icon="refresh" size="xs" label={t('file.retry', { name: item.name })} onClick={onRetry} />
      )}
      <IconButton icon="x" size="xs" label={t(uploading ? 'file.cancel' : 'file.remove', { name: item.name })} onClick={onRemove} />
    </li>
  );
}
