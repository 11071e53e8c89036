import {
  IconBell,
  IconChevronRight,
  IconDevices,
  IconFileCheck,
  IconHelpCircle,
  IconLogout,
  IconMail,
  IconPhone,
  IconUserX,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { formatPhone } from '../../../kit/format/phone';
import { applicationQuery, cardKey, useMember } from '../../shared/api/member';
import type { components } from '../../shared/api/schema.gen';
import { inWords } from '../../shared/api/words';
import { links } from '../../shared/links';
import { Button } from '../../shared/ui/Button';
import { InstallOffer } from '../../shared/ui/InstallOffer';
import { Note } from '../../shared/ui/Note';
import { Screen } from '../../shared/ui/Screen';
import { Sheet } from '../../shared/ui/Sheet';
import { useFreshNotices, useSignOut } from './api';
import css from './ProfileScreen.module.css';
import { t } from './texts';

type RowProps = { to: string; icon: ReactNode; label: string; value?: ReactNode; badge?: string };

function Row({ to, icon, label, value, badge }: RowProps) {
  return (
    <li>
      <Link href={to} className={css.row}>
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
        <span className={css.label}>
          {label}
          {value && <small>{value}</small>}
        </span>
        {badge && <span className={css.badge}>{badge}</span>}
        <IconChevronRight size={20} className={css.more} aria-hidden="true" />
      </Link>
    </li>
  );
}

function SignOut() {
  const [isOpen, setOpen] = useState(false);
  const signOut = useSignOut();
  return (
    <>
      <Button look="danger" icon={<IconLogout size={22} />} onClick={() => setOpen(true)}>
        {t.signOut}
      </Button>
      {isOpen && (
        <Sheet title={t.signOutTitle} onClose={() => setOpen(false)}>
          <p>{t.signOutText}</p>
          {signOut.error && (
            <Note tone="red" alert>
              {inWords(signOut.error)}
            </Note>
          )}
          <Button look="danger" busy={signOut.isPending} onClick={() => signOut.mutate()}>
            {t.signOut}
          </Button>
        </Sheet>
      )}
    </>
  );
}

type Progress = components['schemas']['StudentsProgressWire'];
type Card = components['schemas']['CardsOwnCardWire'];

// Without a network the application may be unknown, but the card is kept.
function ownerOf(progress: Progress | undefined, card: Card | undefined) {
  const sent = progress?.application;
  if (!sent) return card ?? { name: progress && t.noName, university: null };
  const name = [sent.surname, sent.name, sent.patronymic].filter(Boolean).join(' ');
  return { name, university: sent.university };
}

/** The member and everything about the account. */
export function ProfileScreen() {
  const { data: member } = useMember();
  const { data: progress } = useQuery(applicationQuery);
  const card = useQueryClient().getQueryData<Card>(cardKey);
  const fresh = useFreshNotices();
  if (!member) return null;
  const { name, university } = ownerOf(progress, card);
  const email =
    member.email && !member.isEmailConfirmed ? `${member.email} · ${t.unconfirmed}` : member.email;
  return (
    <Screen title={t.title}>
      <section className={css.who}>
        {name && <h2>{name}</h2>}
        {university && <p>{university}</p>}
        <p className={css.standing} data-standing={member.applicationStatus}>
          {t.standings[member.applicationStatus]}
        </p>
      </section>
      <ul className={css.list}>
        <Row
          to={links.notices}
          icon={<IconBell size={22} />}
          label={t.rows.notices}
          {...(fresh > 0 ? { badge: t.fresh(fresh) } : {})}
        />
        <Row
          to={links.phone}
          icon={<IconPhone size={22} />}
          label={t.rows.phone}
          value={formatPhone(member.phone)}
        />
        <Row
          to={links.email}
          icon={<IconMail size={22} />}
          label={t.rows.email}
          value={email ?? t.noEmail}
        />
        <Row to={links.help} icon={<IconHelpCircle size={22} />} label={t.rows.help} />
        <Row to={links.sessions} icon={<IconDevices size={22} />} label={t.rows.sessions} />
        <Row to={links.consents} icon={<IconFileCheck size={22} />} label={t.rows.consents} />
        <Row to={links.leave} icon={<IconUserX size={22} />} label={t.rows.leave} />
      </ul>
      <InstallOffer />
      <SignOut />
    </Screen>
  );
}
