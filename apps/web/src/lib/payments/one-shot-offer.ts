import { ONE_SHOT_PATH, type OneShotOffer } from '@checkwell/domain/one-shot/contract';
import { useEffect, useState } from 'react';
import { http } from '../api/http.ts';

/**
 * Whether One Shot Checks can be ordered here. True when the request fails: the order itself is then refused with a reason.
 */
export const fetchOneShotOffer = async (): Promise<boolean> => {
  try {
    return (await http.get<OneShotOffer>(ONE_SHOT_PATH, { visitor: true })).offered;
  } catch {
    return true;
  }
};

/** As `fetchOneShotOffer`, for a page that does not wait for it; undefined until it is known. */
export function useOneShotOffer(): boolean | undefined {
  const [offered, setOffered] = useState<boolean>();
  useEffect(() => {
    void fetchOneShotOffer().then(setOffered);
  }, []);
  return offered;
}
