import { ProposedMark } from '../../../ui/forms/ProposedMark.tsx';
import type { ProposableField } from './proposals.ts';
import type { Proposals } from './use-proposals.ts';

/** Under a field: its value was read from the document, and waits for a look. For the `hint` of a `Field`; nothing otherwise. */
export function proposedMark(proposals: Proposals, field: ProposableField, label: string) {
  return proposals.isProposed(field) && <ProposedMark label={label} onDismiss={() => proposals.dismiss(field)} />;
}
