import { formatPhone } from '@checkwell/messages/formats';

/** A stored telephone number as its field shows it, in the groups that people read; the rules take it back with its spaces. */
export const phoneInField = (stored: string): string => (stored === '' ? '' : formatPhone(stored));
