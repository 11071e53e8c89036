import { IconUsers } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { asProblem, unreachable } from '../../../kit/api/problem';
import { useStanding } from '../../shared/api/member';
import { inWords } from '../../shared/api/words';
import { links } from '../../shared/links';
import { dayOf, moment } from '../../shared/moment';
import { Button } from '../../shared/ui/Button';
import { Note } from '../../shared/ui/Note';
import type { Promotion } from '../../shared/ui/PromotionLink';
import type { OwnCode } from './api';
import css from './Claim.module.css';
import { notSent, type Place } from './claim';
import { Ticket } from './Ticket';
import { t } from './texts';
import type { useClaim } from './useClaim';

const ways = { codes: links.codes, offers: links.offers, card: links.home } as const;

// What to do about a refusal, by its type (rules 27.8).
const wayOf: Record<string, keyof typeof ways> = {
  ...{ limit: 'codes', tooOften: 'codes', waiting: 'codes', inactive: 'card' },
  ...{ soldOut: 'offers', planned: 'offers', ended: 'offers', blocked: 'offers' },
};

function Failure({ error }: { error: Error }) {
  const [, go] = useLocation();
  const { status, type } = asProblem(error);
  if (status === unreachable) {
    return (
      <Note tone="red" alert>
        {type === notSent ? t.offline : t.lost}
      </Note>
    );
  }
  const way = wayOf[type];
  const advice = t.refused[type as keyof typeof t.refused];
  return (
    <>
      <Note tone={way ? 'plain' : 'red'} title={inWords(error)} alert>
        {advice}
      </Note>
      {way && (
        <Button look="quiet" onClick={() => go(ways[way])}>
          {t.ways[way]}
        </Button>
      )}
    </>
  );
}

function InLine({ line }: { line: Place }) {
  return (
    <div className={css.line} role="status">
      <span className={css.icon} aria-hidden="true">
        <IconUsers size={30} />
      </span>
      <p className={css.title}>{t.line.title}</p>
      <p className={css.place}>{t.line.place(line.place)}</p>
      <p>{t.line.text}</p>
    </div>
  );
}

function Held({ codes }: { codes: readonly OwnCode[] }) {
  return (
    <div className={css.held}>
      {codes.map(({ code, takenAt }, i) => (
        <section key={code} className={css.own} aria-label={t.own}>
          <Ticket code={code} isPrimary={i === 0} />
          <p className={css.when}>{t.takenAt(moment(takenAt))}</p>
        </section>
      ))}
      <p className={css.when}>{t.show}</p>
    </div>
  );
}

type Props = {
  promotion: Promotion;
  own: readonly OwnCode[];
  /** Whether the own codes are loaded. */
  isReady: boolean;
  attempt: ReturnType<typeof useClaim>;
};

const whyNot = ({ state, codesLeft, begin }: Promotion) => {
  if (state === 'planned') return t.planned(dayOf(begin));
  if (state === 'ended') return t.ended;
  return codesLeft === 'none' ? t.none : null;
};

const mayClaim = ({ promotion, own, isReady }: Props) => {
  const { perStudent } = promotion;
  const isLeft = perStudent === null || own.length < perStudent;
  return whyNot(promotion) === null && isReady && isLeft;
};

/** The button for the first code of a promotion. */
export function FirstClaim(props: Props) {
  const { line, claim, isPending } = props.attempt;
  if (props.own.length > 0 || line || !mayClaim(props)) return null;
  return (
    <Button busy={isPending} onClick={() => claim()}>
      {isPending ? t.asking : t.claim}
    </Button>
  );
}

/** The student's codes of a promotion, the place in the line, and the button for one more code. */
export function Claim(props: Props) {
  const standing = useStanding();
  const { promotion, own, attempt } = props;
  const { line, claim, isPending, error } = attempt;
  const hasCode = own.length > 0;
  if (standing !== 'active') return hasCode ? <Held codes={own} /> : null;
  const why = whyNot(promotion);
  return (
    <>
      {hasCode && <Held codes={own} />}
      {line && <InLine line={line} />}
      {error && !line && <Failure error={error} />}
      {why && !hasCode && !error && <Note>{why}</Note>}
      {hasCode && !line && mayClaim(props) && (
        <Button look="link" busy={isPending} onClick={() => claim()}>
          {isPending ? t.asking : t.again}
        </Button>
      )}
    </>
  );
}
