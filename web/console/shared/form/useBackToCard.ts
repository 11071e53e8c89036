import { useLocation, useNavigate } from '@tanstack/react-router';
import { useUrlSearch } from '../links/usePage';
import { useBackOnce } from '../ui/useGoBack';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The edit page was opened from the card, which is the previous history entry. */
    fromCard?: boolean;
  }
}

/** Returns from an edit page to its card without keeping the edit page in the history. */
export function useBackToCard(path: string) {
  const back = useBackOnce();
  const navigate = useNavigate();
  const search = useUrlSearch();
  const fromCard = useLocation({ select: ({ state }) => state.fromCard });
  return () => (fromCard ? back() : void navigate({ to: path, search, replace: true }));
}
