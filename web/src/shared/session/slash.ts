import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readDraft, writeDraft } from './drafts';
import { useOperator } from './session';

/**
 * Whether a slash begins a search. A key without modifiers must have a switch: dictated text would press it (WCAG 2.1.4).
 * Kept as drafts are, by operator until logout: local storage may hold nothing more (security R21).
 */
export function useSlashKey() {
  const client = useQueryClient();
  const { id: operator } = useOperator();
  const name = { operator, form: 'settings/slash' };
  const queryKey = ['settings', 'slash', operator];
  const { data: isOn = true } = useQuery({
    queryKey,
    queryFn: async () => (await readDraft<boolean>(name))?.values ?? true,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const turn = (on: boolean) => {
    client.setQueryData(queryKey, on);
    void writeDraft(name, { base: true, values: on, at: Date.now() });
  };
  return { isOn, turn };
}
