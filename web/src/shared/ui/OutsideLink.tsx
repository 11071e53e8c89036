import css from './OutsideLink.module.css';

/** Whether a text is a whole web address, http or https. */
export const isWebAddress = (text: string) =>
  /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text);

const shown = (address: string) => address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

/** A link that a person has given; anything but a web address stays plain text (security V7). */
export function OutsideLink({ address }: { address: string }) {
  if (!isWebAddress(address)) return address;
  return (
    <a className={css.link} href={address} target="_blank" rel="noopener noreferrer">
      {shown(address)}
    </a>
  );
}
