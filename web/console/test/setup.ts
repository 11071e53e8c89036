import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { dismissAll } from '../shared/notice/notices';
import { eraseDrafts } from '../shared/session/drafts';
import { dropTask, getTasks } from '../shared/task/tasks';

// Stubs for what Mantine needs and jsdom lacks.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
configure({ asyncUtilTimeout: 10_000 });

Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  dismissAll();
  for (const { id } of getTasks()) dropTask(id);
  localStorage.clear();
  void eraseDrafts();
});
