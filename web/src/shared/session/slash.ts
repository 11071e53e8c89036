import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readPreference, writePreference } from './drafts';
import { useOperator } from './session';

/**
 * Whether a slash begins a search. A key without modifiers must have a switch: dictated text would press it (WCAG 2.1.4).
 * Kept in IndexedDB: local storage may hold nothing more (security R21).
 */
export function useSlashKey() {
  const client = useQueryClient();
  const { id: operator } = useOperator();
  const queryKey = ['settings', 'slash', operator];
  const { data: isOn = true } = useQuery({
    queryKey,
    queryFn: async () => (await readPreference(operator, 'slash')) !== false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const turn = (on: boolean) => {
    client.setQueryData(queryKey, on);
    void writePreference(operator, 'slash', on);
  };
  return { isOn, turn };
}
