import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { operatorLinks } from '../../shared/links/operators';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { InviteDialog } from './InviteDialog';
import { t } from './texts';

/** The link to the invitations and the button to invite somebody. */
export function ListActions() {
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to={operatorLinks.invitations()} />}
      >
        {t.invitations.link}
      </Button>
      <Button
        leftSection={<IconUserPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
        onClick={() => setInviting(true)}
      >
        {t.invitations.invite}
      </Button>
      {inviting && <InviteDialog close={() => setInviting(false)} />}
    </>
  );
}
