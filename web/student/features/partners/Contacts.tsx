import { IconMail, IconPhone, IconUsersGroup, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatPhone } from '../../../kit/format/phone';
import type { Partner } from './api';
import css from './Contacts.module.css';
import { Section } from './Section';
import { t } from './texts';

type LinkProps = { href: string; icon: ReactNode; label: string; value?: string };

function Contact({ href, icon, label, value }: LinkProps) {
  const isPage = href.startsWith('http');
  return (
    <li>
      <a
        className={css.contact}
        href={href}
        {...(isPage ? { target: '_blank', rel: 'noopener noreferrer nofollow' } : {})}
      >
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
        <span className={css.text}>
          {label}
          {value && <small>{value}</small>}
        </span>
      </a>
    </li>
  );
}

const host = (link: string) => link.replace(/^https?:\/\/(www\.)?|\/$/g, '');

/** Phone, site, e-mail and social networks. */
export function Contacts({ partner }: { partner: Partner }) {
  const { phone, site, email, networks } = partner;
  if (!phone && !site && !email && networks.length === 0) return null;
  return (
    <Section title={t.contacts}>
      <ul className={css.list}>
        {phone && (
          <Contact
            href={`tel:+${phone}`}
            icon={<IconPhone size={22} />}
            label={t.call}
            value={formatPhone(phone)}
          />
        )}
        {site && (
          <Contact href={site} icon={<IconWorld size={22} />} label={t.site} value={host(site)} />
        )}
        {email && (
          <Contact
            href={`mailto:${email}`}
            icon={<IconMail size={22} />}
            label={t.mail}
            value={email}
          />
        )}
        {networks.map(({ type, link }) => (
          <Contact
            key={type}
            href={link}
            icon={<IconUsersGroup size={22} />}
            label={t.networks[type]}
          />
        ))}
      </ul>
    </Section>
  );
}
