import type { MouseEvent } from 'react';

/** Acts on the first click of a double click only: the second would toggle back. */
export const firstClick = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act();
};
