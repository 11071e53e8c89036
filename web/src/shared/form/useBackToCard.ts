import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useBackOnce } from '../ui/useGoBack';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The edit page was opened from the card: the card is the entry before. */
    fromCard?: boolean;
  }
}

/** Leads from an edit page back to its card, without leaving the edit page behind in the history. */
export function useBackToCard(path: string) {
  const back = useBackOnce();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const fromCard = useLocation({ select: ({ state }) => state.fromCard });
  return () => (fromCard ? back() : void navigate({ to: path, search, replace: true }));
}
