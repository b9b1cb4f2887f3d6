import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { notifyError } from '../../lib/browser/toast.ts';
import { useLatest } from '../../lib/browser/use-latest.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Icon } from '../content/Icon.tsx';
import { Button } from '../controls/Button.tsx';
import { DialogFallback } from './DialogFallback.tsx';

/*
 * Components in chunks of their own, which may fail to load. React's `lazy` would replace the screen and what was typed there with an error, and
 * never try again. (main.tsx handles chunks that a deployment removed.)
 */

export interface Lazy<Props> {
  /** Undefined until the component is loaded. */
  readonly now: () => ComponentType<Props> | undefined;
  readonly get: () => Promise<ComponentType<Props>>;
}

/** Loads a component once; after a failure the next use tries again. For `LazyDialog` and `LazyPart`. */
export function lazy<Props>(load: () => Promise<ComponentType<Props>>): Lazy<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const attempt = async (): Promise<ComponentType<Props>> => {
    try {
      loaded = await load();
      return loaded;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return {
    now: () => loaded,
    get: () => {
      loading ??= attempt();
      return loading;
    },
  };
}

function useLazy<Props>({ now, get }: Lazy<Props>): { component: ComponentType<Props> | undefined; failed: boolean; retry: () => void } {
  const [component, setComponent] = useState(now);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (component || failed) return;
    let wanted = true;
    get().then(
      (come) => wanted && setComponent(() => come),
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
    };
  }, [component, failed, get]);
  return { component, failed, retry: () => setFailed(false) };
}

interface LazyDialogProps<Props> {
  readonly dialog: Lazy<Props>;
  readonly props: Props;
}

/** A dialog in a chunk of its own. When loading fails, a message says so and the dialog counts as closed; the screen stays as it is. */
export function LazyDialog<Props extends { readonly onClose: () => void }>({ dialog, props }: LazyDialogProps<Props>) {
  const { component, failed } = useLazy(dialog);
  const close = useLatest(props.onClose);
  useEffect(() => {
    if (!failed) return;
    notifyError(new ApiError('web.offline', { status: 0 }));
    close.current();
  }, [failed, close]);
  return component ? createElement(component, props) : <DialogFallback />;
}

interface LazyPartProps<Props> {
  readonly part: Lazy<Props>;
  readonly props: Props;
  /** Shown while the part loads. */
  readonly fallback: ReactNode;
}

/** A part of a screen in a chunk of its own. When loading fails, a message with a retry takes its place. */
export function LazyPart<Props extends object>({ part, props, fallback }: LazyPartProps<Props>) {
  const { component, failed, retry } = useLazy(part);
  if (component) return createElement(component, props);
  return failed ? <Missing onRetry={retry} /> : fallback;
}

function Missing({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('common');
  return (
    <p role="alert" className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-2xs text-danger-fg">
      <Icon name="alertCircle" size={13} />
      {t('failed.title')}
      <Button size="xs" icon="refresh" onClick={onRetry}>
        {t('retry')}
      </Button>
    </p>
  );
}
