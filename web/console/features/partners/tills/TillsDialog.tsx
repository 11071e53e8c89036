import { Button, CopyButton, Skeleton, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '../../../../kit/format/moment';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { Dialog } from '../../../shared/ui/Dialog';
import { Live } from '../../../shared/ui/Live';
import { Loaded } from '../../../shared/ui/Loaded';
import type { Opened, Tills } from '../points/dialogs';
import type { Invitation, Till } from '../wire';
import { tillsQuery, useInviteTill } from './api';
import { t } from './texts';
import css from './tills.module.css';

/** Formats 482193 as 482 193, because it is read aloud in two halves. */
const spaced = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;

function InvitationPanel({ invitation }: { invitation: Invitation }) {
  const { code, codeUntil, link, linkUntil } = invitation;
  return (
    <section className={css.invitation} aria-label={t.invitation}>
      <p className={css.quiet}>{t.enterCode(link.split('#')[0] ?? '')}</p>
      <p className={css.code}>{spaced(code)}</p>
      <p className={css.quiet}>{t.codeUntil(formatMoment(codeUntil))}</p>
      <div className={css.linkLine}>
        <TextInput
          className={css.link}
          label={t.link}
          description={t.linkUntil(formatMoment(linkUntil))}
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t.copied : t.copy}
            </Button>
          )}
        </CopyButton>
      </div>
    </section>
  );
}

const stateOf = ({ pairedAt, usedAt, linkUntil }: Till) => {
  if (!pairedAt) return { title: t.invited, text: t.linkUntil(formatMoment(linkUntil)) };
  return {
    title: t.paired(formatMoment(pairedAt)),
    text: usedAt ? t.used(formatMoment(usedAt)) : t.unused,
  };
};

type RowProps = { till: Till; number: number; end: () => void };

function TillRow({ till, number, end }: RowProps) {
  const { title, text } = stateOf(till);
  return (
    <li className={css.till}>
      <div>
        <p className={css.title}>{title}</p>
        <p className={css.quiet}>{text}</p>
      </div>
      <Button
        className={css.end}
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-label={till.pairedAt ? t.unpairOf(number) : t.withdrawOf(number)}
        onClick={end}
      >
        {till.pairedAt ? t.unpair : t.withdraw}
      </Button>
    </li>
  );
}

type Props = { opened: Tills; open: (next: Opened) => void; close: () => void };

/** The tills of a trade point, and the code that pairs another one. */
export function TillsDialog({ opened, open, close }: Props) {
  const { point } = opened;
  const invite = useInviteTill();
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const query = useQuery(tillsQuery(point.uuidSalePoint, invitation !== null));
  const made = query.data?.find(({ uuidTill }) => uuidTill === invitation?.uuidTill);
  const isDone = Boolean(made?.pairedAt);
  const ask = () => invite.mutate(point.uuidSalePoint, { onSuccess: setInvitation });
  return (
    <Dialog title={t.title} onClose={close} size="medium">
      <div className={css.dialog}>
        <div>
          <p className={css.title}>{point.address}</p>
          <p className={css.quiet}>{t.about}</p>
        </div>
        <Loaded query={query} skeleton={<Skeleton height={64} />}>
          {(tills) => (
            <ul className={css.tills}>
              {tills.map((till, i) => (
                <TillRow
                  key={till.uuidTill}
                  till={till}
                  number={i + 1}
                  end={() => open({ what: 'unpair', till, number: i + 1, back: opened })}
                />
              ))}
            </ul>
          )}
        </Loaded>
        <Live>
          {query.data?.length === 0 && !invitation && <p className={css.quiet}>{t.empty}</p>}
          {isDone && <p className={css.done}>{t.ready}</p>}
        </Live>
        {invitation && !isDone && <InvitationPanel invitation={invitation} />}
        <Button
          className={css.add}
          variant={invitation && !isDone ? 'default' : 'filled'}
          leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          loading={invite.isPending}
          onClick={ask}
        >
          {invitation ? t.another : t.add}
        </Button>
      </div>
    </Dialog>
  );
}
