import css from './OutsideLink.module.css';

/** Whether a text is an absolute http or https URL. */
export const isWebAddress = (text: string) =>
  /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text);

const shown = (address: string) => address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

/** A user-provided link; anything but an http(s) URL is plain text (rules 7.14). */
export function OutsideLink({ address }: { address: string }) {
  if (!isWebAddress(address)) return address;
  return (
    <a className={css.link} href={address} target="_blank" rel="noopener noreferrer">
      {shown(address)}
    </a>
  );
}
