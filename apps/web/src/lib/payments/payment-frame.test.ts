import { describe, expect, it } from 'vitest';
import { readFrameMessage } from './payment-frame.ts';

describe('a message from the iframe of card fields', () => {
  it('is accepted when it has one of the known types', () => {
    expect(readFrameMessage({ type: 'ready', more: 1 })).toEqual({ type: 'ready' });
    expect(readFrameMessage({ type: 'submit', more: 1 })).toEqual({ type: 'submit' });
    expect(readFrameMessage({ type: 'height', height: 240 })).toEqual({ type: 'height', height: 240 });
    expect(readFrameMessage({ type: 'change', complete: true, error: false })).toEqual({ type: 'change', complete: true, error: false });
    expect(readFrameMessage({ type: 'result', status: 'declined', code: 'expiredCard' })).toEqual({
      type: 'result',
      status: 'declined',
      code: 'expiredCard',
    });
  });

  it('is ignored, or its unknown values are dropped, otherwise', () => {
    for (const data of [
      null,
      'ready',
      7,
      {},
      { type: 'confirm' },
      { type: 'height', height: 'tall' },
      { type: 'height', height: Infinity },
    ])
      expect(readFrameMessage(data)).toBeUndefined();
    expect(readFrameMessage({ type: 'result', status: 'paid', code: null })).toBeUndefined();
    expect(readFrameMessage({ type: 'result', status: 'declined', code: '<b>no</b>' })).toMatchObject({ code: null });
    expect(readFrameMessage({ type: 'change', complete: 'yes' })).toMatchObject({ complete: false });
  });
});
