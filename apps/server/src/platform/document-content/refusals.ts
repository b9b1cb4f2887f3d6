import { DOCUMENT } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';

/** Damaged, cut short, locked with a password: nothing that anybody could read. */
export const unreadable = (why: string): AppError => new AppError('document.unreadable', {}, { cause: new Error(why) });

/** Not one of the types, or a type with something in it that does not belong into a certificate. */
export const typeRefused = (why: string): AppError => new AppError('document.typeRefused', {}, { cause: new Error(why) });

/** @throws {AppError} `document.tooManyPixels`, or `document.unreadable` for a picture without a size */
export function checkDimensions(width: number, height: number): void {
  if (width === 0 || height === 0) throw unreadable('a picture without width or height');
  if (width * height > DOCUMENT.maxMegapixels * 1_000_000) throw new AppError('document.tooManyPixels');
}
