import { useRouter } from '@tanstack/react-router';
import { useCompanyId } from '../../lib/session/session.ts';
import { useViewer } from '../../lib/session/viewer.ts';
import { entriesFor, type NavigationEntry } from './navigation.ts';

/** The viewer's sidebar. */
export function useEntries(): readonly NavigationEntry[] {
  const { hasScreen } = useRouter().options.context;
  return entriesFor(useViewer(), useCompanyId(), hasScreen);
}
