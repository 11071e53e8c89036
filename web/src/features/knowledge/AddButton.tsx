import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { t } from './texts';

/** Leads to the form of a new question, in the category that is looked at. */
export function AddButton() {
  const { categoryID } = useParams({ strict: false });
  const to = categoryID ? `/knowledge/${categoryID}/add` : '/knowledge/add';
  return (
    <Button
      leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={to} />}
    >
      {t.add}
    </Button>
  );
}
