import { useCanGoBack, useRouter } from '@tanstack/react-router';

type How = {
  /** Also with unsaved changes: what they belong to is gone. */
  anyway?: boolean;
};

/** Leads back in history, not up: a list comes back with its page, search and filters. Up where there is no history. */
export function useGoBack(to: string) {
  const { history, navigate } = useRouter();
  const canGoBack = useCanGoBack();
  return ({ anyway: ignoreBlocker = false }: How = {}) =>
    canGoBack
      ? history.back({ ignoreBlocker })
      : void navigate({ href: to, replace: true, ignoreBlocker });
}
