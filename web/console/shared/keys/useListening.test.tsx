import { render } from '@testing-library/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { useListening } from './useListening';

function Screen({ press, enabled }: { press: () => void; enabled?: boolean }) {
  useListening(press, { enabled });
  return null;
}

// Presses a key as soon as its content is in the document, before the browser paints it.
function AtOnce({ children }: { children: ReactNode }) {
  useLayoutEffect(() => void dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyK' })), []);
  return children;
}

it('hears a key that is pressed as soon as the screen is there', () => {
  const press = vi.fn();
  render(
    <AtOnce>
      <Screen press={press} />
    </AtOnce>,
  );
  expect(press).toHaveBeenCalledOnce();
});

it('calls the latest function, and none once it is turned off or gone', () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const key = () => dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyK' }));
  const { rerender, unmount } = render(<Screen press={first} enabled />);
  rerender(<Screen press={second} enabled />);
  key();
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
  rerender(<Screen press={second} enabled={false} />);
  key();
  rerender(<Screen press={second} enabled />);
  unmount();
  key();
  expect(second).toHaveBeenCalledOnce();
});
