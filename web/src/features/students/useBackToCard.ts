import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import type { Mode } from './mode';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The edit page was opened from the card: the card is the entry before. */
    fromCard?: boolean;
  }
}

/** Leads from the edit page back to the card, without leaving the edit page behind in the history. */
export function useBackToCard(mode: Mode, id: string) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const fromCard = useLocation({ select: ({ state }) => state.fromCard });
  return () =>
    fromCard ? history.back() : void navigate({ to: `${mode.path}/${id}`, search, replace: true });
}
