import { focusManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** The operator returns to the window after a minute: what is on the screen is refetched. */
export async function returnLater() {
  const later = Date.now() + 60_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
  await act(async () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await new Promise((resolve) => setTimeout(resolve)); // queries are asked one task later
  });
  clock.mockRestore();
  focusManager.setFocused(undefined);
}
