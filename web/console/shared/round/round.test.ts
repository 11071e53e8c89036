import { describe, expect, it } from 'vitest';
import { noRound, type Round, roundOf } from './round';

const { dealt, done, back, last } = roundOf<string>((row) => row);
const start = (cards: string[], left = cards.length): Round<string> => dealt(noRound, cards, left);

describe('a round', () => {
  it('opens the first dealt card and counts what is left', () => {
    expect(start(['a', 'b', 'c'], 97)).toEqual({
      past: [],
      current: 'a',
      ahead: ['b', 'c'],
      left: 97,
    });
    expect(start([], 4)).toEqual({ past: [], current: null, ahead: [], left: 4 });
  });

  it('opens the next card after a decision', () => {
    const round = done(start(['a', 'b']), 'Одобрена');
    expect(round).toMatchObject({ current: 'b', ahead: [], left: 1 });
    expect(round.past).toEqual([{ row: 'a', outcome: 'Одобрена' }]);
  });

  it('does not take a card twice, nor one that was just decided', () => {
    const round = done(start(['a', 'b', 'c'], 9), 'Одобрена');
    expect(dealt(round, ['a', 'b', 'c', 'd'], 8)).toMatchObject({
      current: 'b',
      ahead: ['c', 'd'],
    });
  });

  it('brings a passed over card at the end, not at once', () => {
    const round = done(start(['a', 'b'], 2), null);
    expect(round).toMatchObject({ current: 'b', ahead: [], left: 2 });
    expect(dealt(round, ['a', 'b'], 2)).toMatchObject({ past: [], current: 'b', ahead: ['a'] });
  });

  it('brings the only card back when it is passed over', () => {
    const round = done(start(['a']), null);
    expect(round.current).toBeNull();
    expect(dealt(round, ['a'], 1)).toMatchObject({ past: [], current: 'a', left: 1 });
  });

  it('opens a past card again before the others', () => {
    const round = back(done(start(['a', 'b', 'c']), 'Одобрена'), 'a');
    expect(round).toMatchObject({ past: [], current: 'a', ahead: ['b', 'c'] });
  });

  it('goes on after its last card', () => {
    expect(last(noRound)).toBeUndefined();
    expect(last(start(['a', 'b']))).toBe('b');
    expect(last(start(['a']))).toBe('a');
    expect(last(done(start(['a']), 'Одобрена'))).toBe('a');
  });

  it('never counts below zero', () => {
    expect(done(start(['a'], 0), 'Одобрена').left).toBe(0);
    expect(dealt(noRound, [], -1).left).toBe(0);
  });
});
