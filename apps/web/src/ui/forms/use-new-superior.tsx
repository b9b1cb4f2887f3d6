import type { Superior } from '@checkwell/domain/identity/superior';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLatest } from '../../lib/browser/use-latest.ts';
import { loadTranslations } from '../../lib/i18n/translations.ts';
import { useCan, useCompany } from '../../lib/session/viewer.ts';
import { LazyDialog, lazy } from '../overlays/lazy.tsx';

const DIALOG = lazy(async () => {
  const [{ NewSuperiorDialog }] = await Promise.all([
    import('./NewSuperiorDialog.tsx'),
    loadTranslations('settings', 'personFields', 'enums', 'validation'),
  ]);
  return NewSuperiorDialog;
});

interface NewSuperiorPart {
  /** Whether the viewer may create superiors of the company. */
  readonly canCreate: boolean;
  /** Opens the dialog. */
  readonly create: () => void;
  /** To be rendered beside the element that opens the dialog. */
  readonly dialog: ReactNode;
}

interface NewSuperiorSettings {
  readonly companyId: string;
  /** Called with the new superior, to choose it. */
  readonly onCreated: (superior: Superior) => void;
  /** Called when the dialog is closed, with or without a new superior, so that the form takes the focus. */
  readonly onClosed: () => void;
}

/** The dialog in which a superior is created for a form, which stays as it is meanwhile. */
export function useNewSuperior({ companyId, onCreated, onClosed }: NewSuperiorSettings): NewSuperiorPart {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const closed = useLatest(onClosed);
  useEffect(() => {
    if (wasOpen.current && !isOpen) closed.current();
    wasOpen.current = isOpen;
  }, [isOpen, closed]);
  const company = useCompany();
  const canCreate = useCan('superior.write') && (company === undefined || company.id === companyId);
  const props = { companyId, onCreated, onClose: () => setOpen(false) };
  return {
    canCreate,
    create: () => setOpen(true),
    // Outside of the form that it is beside: no form may hold another one.
    dialog: isOpen && createPortal(<LazyDialog dialog={DIALOG} props={props} />, document.body),
  };
}
