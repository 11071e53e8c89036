import css from './OutsideLink.module.css';

const schemes = new Set(['http:', 'https:']);

const isSafe = (address: string) => URL.canParse(address) && schemes.has(new URL(address).protocol);

const shown = (address: string) => address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

/** A link that a person has given; anything but a web address stays plain text (security V7). */
export function OutsideLink({ address }: { address: string }) {
  if (!isSafe(address)) return address;
  return (
    <a className={css.link} href={address} target="_blank" rel="noopener noreferrer">
      {shown(address)}
    </a>
  );
}
