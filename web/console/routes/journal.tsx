import { IconClipboardList } from '@tabler/icons-react';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';
import type { HistoryWords } from '../shared/history/record';
import { journalLinks } from '../shared/links/journal';

// Every area's words, found by the name of their file: the journal describes changes as the cards' histories do.
const histories = import.meta.glob<HistoryWords>('../features/**/history.ts', {
  import: 'historyWords',
});

async function journalPage() {
  const [{ JournalPage }, ...areas] = await Promise.all([
    import('../features/journal/JournalPage'),
    ...Object.values(histories).map((load) => load()),
  ]);
  return () => <JournalPage areas={areas} />;
}

export default defineArea({
  area: 'journal',
  menu: { label: menu.journal, icon: IconClipboardList, to: journalLinks.list(), order: 106 },
  routes: [{ path: journalLinks.list.path, page: journalPage }],
});
