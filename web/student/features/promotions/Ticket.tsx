import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { t as common } from '../../shared/texts';
import { Button } from '../../shared/ui/Button';
import { inFours } from './inFours';
import css from './Ticket.module.css';
import { t } from './texts';

const shownFor = 2500; // ms

// Without the Clipboard API (no TLS, an old browser) the code is selected for copying by hand.
async function copy(code: string, place: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code);
    return true;
  } catch {
    if (place) getSelection()?.selectAllChildren(place);
    return false;
  }
}

/** Copies a code on tap and confirms it. */
function useCopy(code: string) {
  const place = useRef<HTMLParagraphElement>(null);
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (!at) return;
    const timer = setTimeout(() => setAt(0), shownFor);
    return () => clearTimeout(timer);
  }, [at]);
  const run = async () => (await copy(code, place.current)) && setAt(Date.now());
  return { place, run, isCopied: at > 0 };
}

type Props = { code: string; isPrimary?: boolean };

/** A code: large, in groups of four, copied on tap. White in both themes, so that it can be shown at a counter. */
export function Ticket({ code, isPrimary = false }: Props) {
  const { place, run, isCopied } = useCopy(code);
  const groups = inFours(code);
  const length = groups.join(' ').length;
  return (
    <div className={css.ticket}>
      <p ref={place} className={css.code} style={{ '--length': length } as CSSProperties}>
        {groups.map((group, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups of one code never move
          <span key={i}>{group}</span>
        ))}
      </p>
      <Button
        look={isPrimary ? 'primary' : 'quiet'}
        aria-label={isCopied ? common.copied : t.copyOf(code)}
        icon={isCopied ? <IconCheck size={20} /> : <IconCopy size={20} />}
        onClick={run}
      >
        {isCopied ? common.copied : common.copy}
      </Button>
      <span role="status" className={css.words}>
        {isCopied && common.copied}
      </span>
    </div>
  );
}
