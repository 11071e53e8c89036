import { Button } from '@mantine/core';
import { IconPlayerTrackNext } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useUrlSearch } from '../links/usePage';
import { iconSize, iconStroke } from '../theme/tokens';
import { t } from './texts';

/** Opens the screen that works through a list, with the list's search, filters and sort. */
export function RoundButton({ to, disabled }: { to: string; disabled: boolean }) {
  const search = useUrlSearch();
  const icon = <IconPlayerTrackNext size={iconSize.sm} stroke={iconStroke} aria-hidden />;
  if (disabled) {
    return (
      <Button variant="default" leftSection={icon} disabled>
        {t.button}
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      leftSection={icon}
      renderRoot={(props) => <Link {...props} to={to} search={{ ...search, page: undefined }} />}
    >
      {t.button}
    </Button>
  );
}
