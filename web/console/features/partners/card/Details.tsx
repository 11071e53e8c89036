import { formatDay } from '../../../../kit/format/day';
import { Folded } from '../../../shared/ui/Folded';
import { OutsideLink } from '../../../shared/ui/OutsideLink';
import { Pair, Pairs } from '../../../shared/ui/Pairs';
import { RichText } from '../../../shared/ui/RichText';
import { Section } from '../../../shared/ui/Section';
import { cardPhone } from '../rules';
import { t } from '../texts';
import type { Partner } from '../wire';
import css from './card.module.css';

function Mail({ address }: { address: string }) {
  // Encoded: a question mark in the address would start the subject.
  const href = `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
  return (
    <a className={css.link} href={href}>
      {address}
    </a>
  );
}

function Facts({ partner }: { partner: Partner }) {
  const { email, linkToSite, socialNetworks } = partner;
  return (
    <Pairs>
      <Pair label={t.card.category}>{partner.category.name}</Pair>
      <Pair label={t.card.created}>{formatDay(partner.createdData)}</Pair>
      <Pair label={t.card.legalName}>{partner.legalName ?? t.card.nothing}</Pair>
      <Pair label={t.card.inn}>{partner.inn ?? t.card.nothing}</Pair>
      <Pair label={t.card.city}>{partner.nameMainCity}</Pair>
      <Pair label={t.card.phone}>{cardPhone(partner.phone)}</Pair>
      <Pair label={t.card.email}>{email ? <Mail address={email} /> : t.card.nothing}</Pair>
      <Pair label={t.card.site}>
        {linkToSite ? <OutsideLink address={linkToSite} /> : t.card.nothing}
      </Pair>
      {socialNetworks.map(({ type, link }) => (
        <Pair key={type} label={t.card.networks[type]}>
          <OutsideLink address={link} />
        </Pair>
      ))}
    </Pairs>
  );
}

/** Facts, picture and description of a partner. */
export function Details({ partner }: { partner: Partner }) {
  const { name, keyImg, description } = partner;
  return (
    <>
      <Section title={t.card.details}>
        <Facts partner={partner} />
      </Section>
      <Section title={t.card.description}>
        <div className={css.about}>
          {keyImg && <img className={css.keyImage} src={keyImg} alt={t.card.keyImage(name)} />}
          {description ? (
            <Folded>
              <RichText source={description} />
            </Folded>
          ) : (
            <p className={css.quiet}>{t.card.noDescription}</p>
          )}
        </div>
      </Section>
    </>
  );
}
