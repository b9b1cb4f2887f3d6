import { DOCUMENT } from '@checkwell/domain/constants';
import { useId, useRef } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { Progress } from '../../ui/content/Progress.tsx';
import { FieldError } from '../../ui/controls/Field.tsx';
import { ThumbButton } from '../../ui/controls/ThumbButton.tsx';
import type { PageTranslation } from './use-page-translation.ts';

const MEGABYTES = DOCUMENT.maxBytes / (1024 * 1024);
const ACCEPT = DOCUMENT.mediaTypes.join(',');

/** What is wrong with a file, said where it was chosen. */
export type FileErrorKey = `file.error.${'missing' | 'tooLarge' | 'tooManyPixels' | 'type' | 'unreadable' | 'infected'}`;

/** The server's reasons to refuse a file, checked before the upload. */
export const refusalOf = (file: File): FileErrorKey | undefined =>
  file.size > DOCUMENT.maxBytes
    ? 'file.error.tooLarge'
    : file.size === 0
      ? 'file.error.unreadable'
      : file.type !== '' && !DOCUMENT.mediaTypes.some((type) => type === file.type)
        ? 'file.error.type'
        : undefined;

const REFUSALS: Readonly<Record<string, FileErrorKey>> = {
  'document.tooLarge': 'file.error.tooLarge',
  'document.tooManyPixels': 'file.error.tooManyPixels',
  'document.typeRefused': 'file.error.type',
  'document.empty': 'file.error.unreadable',
  'document.unreadable': 'file.error.unreadable',
  'document.pdfActive': 'file.error.unreadable',
  'document.pdfLocked': 'file.error.unreadable',
  'document.pdfDamaged': 'file.error.unreadable',
  'document.infected': 'file.error.infected',
};

/** The server's complaint about the file; undefined for any other failure. */
export const fileErrorKeyOf = (error: unknown): FileErrorKey | undefined => (error instanceof ApiError ? REFUSALS[error.code] : undefined);

const BUSY = ['document.storageFull', 'document.storeUnavailable', 'request.tooMany', 'server.overloaded'];
/** Why a file was not sent although nothing is wrong with it. */
export const uploadErrorKeyOf = (error: unknown): 'file.error.busy' | 'error.many' | 'error.send' => {
  const code = error instanceof ApiError ? error.code : '';
  return BUSY.includes(code) ? 'file.error.busy' : code === 'auth.tooManyAttempts' ? 'error.many' : 'error.send';
};

interface FileFieldProps {
  readonly label: string;
  /** Shown beside the accepted kinds of file. */
  readonly hint?: string;
  readonly file: File | undefined;
  readonly errorKey: FileErrorKey | undefined;
  /** The uploaded share, 0 to 1; undefined when there is no upload. */
  readonly share: number | undefined;
  readonly translation: PageTranslation;
  /** Called also for a file that `refusalOf` refuses, whose name stays beside the error. */
  readonly onChoose: (file: File) => void;
}

/** One file, chosen or photographed, with what is wrong with it. */
export function FileField({ label, hint, file, errorKey, share, translation: { t, format }, onChoose }: FileFieldProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const describedBy = [`${id}-hint`, `${id}-name`, ...(errorKey ? [`${id}-error`] : [])].join(' ');
  const choose = (chosen: File | undefined): void => {
    if (chosen) onChoose(chosen);
  };
  return (
    <div className="flex flex-col gap-1" data-wrong={errorKey ? true : undefined}>
      <label htmlFor={id} className="text-xs font-medium text-fg">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <ThumbButton icon="paperclip" aria-describedby={describedBy} onClick={() => chooser.current?.click()}>
          {t('file.choose')}
        </ThumbButton>
        <ThumbButton icon="camera" className="[@media(pointer:fine)]:hidden!" onClick={() => camera.current?.click()}>
          {t('file.photo')}
        </ThumbButton>
      </div>
      <p id={`${id}-name`} role="status" className="text-sm font-medium wrap-anywhere">
        {file?.name}
      </p>
      <p id={`${id}-hint`} className="text-2xs text-muted">
        {t('file.accepted', { max: MEGABYTES })}
        {hint && <span className="block">{hint}</span>}
      </p>
      {errorKey && (
        <FieldError id={`${id}-error`}>
          {t(errorKey, { max: errorKey === 'file.error.tooManyPixels' ? DOCUMENT.maxMegapixels : MEGABYTES })}
        </FieldError>
      )}
      {share !== undefined && <Progress value={share} label={t('file.sending', { percent: format.percent(share, 0) })} />}
      <input
        ref={chooser}
        id={id}
        type="file"
        accept={ACCEPT}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
      <input
        ref={camera}
        type="file"
        accept="image/jpeg"
        capture="environment"
        aria-label={t('file.photo')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
    </div>
  );
}
