import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { knowledgeLinks } from '../../shared/links/knowledge';
import { usePageParams } from '../../shared/links/usePage';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { t } from './texts';

/** Opens the form of a new question in the current category. */
export function AddButton() {
  const { categoryID } = usePageParams(knowledgeLinks.category);
  const to = categoryID ? knowledgeLinks.addTo({ categoryID }) : knowledgeLinks.add();
  return (
    <Button
      leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={to} />}
    >
      {t.add}
    </Button>
  );
}
