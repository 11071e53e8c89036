import { Button, type ButtonProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useUrlSearch } from '../links/usePage';

type Props = ButtonProps & { to: string; hash?: string };

/** A button of a card that opens a form. The form returns to the card, which keeps its place in the list. */
export function FormButton({ to, hash, ...button }: Props) {
  const search = useUrlSearch();
  return (
    <Button
      variant="default"
      {...button}
      renderRoot={(props) => (
        <Link {...props} to={to} search={search} hash={hash} state={{ fromCard: true }} />
      )}
    />
  );
}
