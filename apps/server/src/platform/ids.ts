import { v7 } from 'uuid';

/** A new id: UUID version 7, so that rows made one after the other are adjacent in an index. */
export const newId = (): string => v7();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id; for any other text no record exists. */
export const isId = (text: string): boolean => UUID.test(text);

/** The lowest id that `newId` could make at this instant: rows made later have a higher one. */
export function lowestIdAt(instant: Date): string {
  const time = instant.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
