import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The edit page was opened from the card: the card is the entry before. */
    fromCard?: boolean;
  }
}

/** Leads from an edit page back to its card, without leaving the edit page behind in the history. */
export function useBackToCard(path: string) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const fromCard = useLocation({ select: ({ state }) => state.fromCard });
  return () => (fromCard ? history.back() : void navigate({ to: path, search, replace: true }));
}
