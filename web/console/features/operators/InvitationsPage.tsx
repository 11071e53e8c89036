import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDay } from '../../../kit/format/day';
import { operatorLinks } from '../../shared/links/operators';
import { useUrlSearch } from '../../shared/links/usePage';
import { notifyDone } from '../../shared/notice/notices';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { Loaded } from '../../shared/ui/Loaded';
import { Page } from '../../shared/ui/Page';
import { Section } from '../../shared/ui/Section';
import { Shapes } from '../../shared/ui/SectionSkeleton';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { invitationsQuery, useResend, useRevoke } from './api';
import { InviteDialog } from './InviteDialog';
import css from './operators.module.css';
import { PolicySection } from './PolicySection';
import { rightsOf } from './rules';
import { t } from './texts';
import type { Invitation } from './wire';

function RevokeDialog({ invitation, close }: { invitation: Invitation; close: () => void }) {
  const revoke = useRevoke();
  const done = () => {
    notifyDone(t.done.revoked);
    close();
  };
  return (
    <ConfirmDialog
      title={t.invitations.revoking.title}
      text={t.invitations.revoking.text(invitation.login)}
      confirm={t.invitations.revoke}
      danger
      busy={revoke.isPending}
      onCancel={close}
      onConfirm={() => revoke.mutate(invitation, { onSuccess: done })}
    />
  );
}

function InvitationRow({ invitation, revoke }: { invitation: Invitation; revoke: () => void }) {
  const { login, isExpired, expiresAt, shortNameUniversity, inviter, canChange } = invitation;
  const resend = useResend();
  const again = () =>
    resend.mutate(invitation, { onSuccess: () => notifyDone(t.done.resent(login)) });
  return (
    <li className={css.row}>
      <div className={css.who}>
        <p className={css.login}>
          {login} {isExpired && <StatusBadge tone="grey">{t.invitations.expired}</StatusBadge>}
        </p>
        <p className={css.facts}>
          {rightsOf(invitation)} · {shortNameUniversity}
        </p>
        <p className={css.facts}>
          {t.invitations.by(inviter)}
          {!isExpired && ` · ${t.invitations.until(formatDay(expiresAt))}`}
        </p>
      </div>
      {canChange && (
        <div className={css.tools}>
          <Button
            variant="default"
            size="xs"
            loading={resend.isPending}
            aria-label={t.invitations.resendTo(login)}
            onClick={again}
          >
            {t.invitations.resend}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={t.invitations.revokeOf(login)}
            onClick={revoke}
          >
            {t.invitations.revoke}
          </Button>
        </div>
      )}
    </li>
  );
}

/** /operators/invitations: invitations that wait for an answer, and the rule of the second factor. */
export function InvitationsPage() {
  const expired = useUrlSearch().expired === 'yes';
  const query = useQuery(invitationsQuery(expired));
  const [inviting, setInviting] = useState(false);
  const [revoked, setRevoked] = useState<Invitation | null>(null);
  return (
    <Page
      title={t.invitations.title}
      back={operatorLinks.list()}
      actions={
        <Button data-main onClick={() => setInviting(true)}>
          {t.invitations.invite}
        </Button>
      }
    >
      <Section
        title={expired ? t.invitations.expiredOnly : t.invitations.pending}
        actions={expired && <Link to={operatorLinks.invitations()}>{t.invitations.showAll}</Link>}
      >
        <Loaded query={query} skeleton={<Shapes rows={3} />}>
          {(invitations) =>
            invitations.length === 0 ? (
              <p className={css.empty}>
                {expired ? t.invitations.noneExpired : t.invitations.empty}
              </p>
            ) : (
              <ul className={css.list}>
                {invitations.map((invitation) => (
                  <InvitationRow
                    key={invitation.uuidInvitation}
                    invitation={invitation}
                    revoke={() => setRevoked(invitation)}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
      <PolicySection />
      {inviting && <InviteDialog close={() => setInviting(false)} />}
      {revoked && <RevokeDialog invitation={revoked} close={() => setRevoked(null)} />}
    </Page>
  );
}
