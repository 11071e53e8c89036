import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import type { Page } from './page';

/** Search parameters of the URL. Each page reads and checks its own. */
export type UrlSearch = Readonly<Record<string, unknown>>;

/** The search parameters of the open page. */
export const useUrlSearch = (): UrlSearch => useSearch({ strict: false });

/** The path parameters of the open page; empty where its route has none of that name. */
export function usePageParams<Name extends string>(page: Page<Name>): Record<Name, string> {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const entries = page.names.map((name) => [name, params[name] ?? '']);
  return Object.fromEntries(entries);
}

/** A link from a card back to its list: with the search, filters and page that the card was opened with. */
export function useListLink(path: string, { without }: { without?: string } = {}): string {
  const search = useUrlSearch();
  const { stringifySearch } = useRouter().options;
  const kept = without === undefined ? search : { ...search, [without]: undefined };
  return path + (stringifySearch?.(kept) ?? '');
}
