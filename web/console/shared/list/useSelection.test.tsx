import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { rangeOf, useSelection } from './useSelection';

const rows = ['a', 'b', 'c', 'd', 'e'];

describe('a range', () => {
  it.each([
    ['downwards', 'b', 'd', ['b', 'c', 'd']],
    ['upwards', 'd', 'b', ['b', 'c', 'd']],
    ['of one', 'c', 'c', ['c']],
    ['from nowhere', null, 'c', ['c']],
    ['from a row that is not shown', 'x', 'c', ['c']],
  ])('%s', (_, from, to, wanted) => {
    expect(rangeOf(rows, from, to)).toEqual(wanted);
  });
});

describe('a selection', () => {
  const select = (shown = rows) =>
    renderHook(({ ids }) => useSelection(ids), { initialProps: { ids: shown } });
  type Rendered = ReturnType<typeof select>;
  const click = (hook: Rendered, id: string) => act(() => hook.result.current.toggle(id));
  const shiftClick = (hook: Rendered, id: string) => act(() => hook.result.current.toggleTo(id));

  it('ticks with Shift from the last click on, and unticks the same way', () => {
    const hook = select();
    click(hook, 'b');
    shiftClick(hook, 'd');
    expect(hook.result.current.ids).toEqual(['b', 'c', 'd']);
    shiftClick(hook, 'e');
    expect(hook.result.current.ids).toEqual(['b', 'c', 'd', 'e']);
    click(hook, 'c');
    shiftClick(hook, 'e');
    expect(hook.result.current.ids).toEqual(['b']);
  });

  it('leaves alone what lies outside of the range', () => {
    const hook = select();
    click(hook, 'a');
    click(hook, 'c');
    shiftClick(hook, 'd');
    expect(hook.result.current.ids).toEqual(['a', 'c', 'd']);
  });

  it('ends with the rows it was made of', () => {
    const hook = select();
    click(hook, 'a');
    click(hook, 'b');
    hook.rerender({ ids: ['b', 'x', 'y'] });
    expect(hook.result.current.ids).toEqual(['b']);
    hook.rerender({ ids: ['x', 'y', 'z'] });
    expect(hook.result.current.some).toBe(false);
    shiftClick(hook, 'z'); // the last click was on a row that has gone
    expect(hook.result.current.ids).toEqual(['z']);
  });

  it('does not come back with its rows', () => {
    const hook = select();
    click(hook, 'a');
    click(hook, 'b');
    hook.rerender({ ids: ['x', 'y'] }); // the next page
    hook.rerender({ ids: rows }); // and back
    expect(hook.result.current.some).toBe(false);
    shiftClick(hook, 'd'); // from nowhere
    expect(hook.result.current.ids).toEqual(['d']);
  });

  it('takes and drops all', () => {
    const hook = select();
    act(() => hook.result.current.toggleAll());
    expect(hook.result.current).toMatchObject({ ids: rows, all: true, some: true, none: false });
    act(() => hook.result.current.toggleAll());
    expect(hook.result.current.ids).toEqual([]);
    expect(select([]).result.current).toMatchObject({ all: false, none: true });
  });
});
