import { Button, TextInput } from '@mantine/core';
import { IconBarcode } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { asProblem } from '../../../../kit/api/problem';
import { formatMoment } from '../../../../kit/format/moment';
import { overLimit } from '../../../shared/form/limit';
import { partnerLinks } from '../../../shared/links/partners';
import { promotionLinks } from '../../../shared/links/promotions';
import { inWords } from '../../../shared/notice/catalogue';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { Dialog } from '../../../shared/ui/Dialog';
import { Live } from '../../../shared/ui/Live';
import { Message } from '../../../shared/ui/Message';
import { Pair, Pairs } from '../../../shared/ui/Pairs';
import { StatusBadge } from '../../../shared/ui/StatusBadge';
import card from '../card/card.module.css';
import { PromotionBadge } from '../PromotionBadge';
import { t } from '../texts';
import type { Found } from '../wire';
import { useFindCode } from './api';
import css from './FindCode.module.css';
import { StudentName } from './StudentName';

function FoundCode({ found }: { found: Found }) {
  const { codeValue, isTaken, granted, userName, uuidUser, partnerStatus } = found;
  return (
    <li className={css.found}>
      <div className={css.head}>
        <span className={css.code}>{codeValue}</span>
        <StatusBadge tone={isTaken ? 'grey' : 'green'}>
          {isTaken ? t.find.taken : t.find.free}
        </StatusBadge>
      </div>
      <Pairs>
        <Pair label={t.find.promotion}>
          <Link className={card.link} to={promotionLinks.card(found)}>
            {found.name}
          </Link>
        </Pair>
        <Pair label={t.find.partner}>
          <Link className={card.link} to={partnerLinks.card(found)}>
            {found.partnerName}
          </Link>
        </Pair>
        {granted && <Pair label={t.find.when}>{t.find.takenAt(formatMoment(granted))}</Pair>}
        {userName && (
          <Pair label={t.find.who}>
            <StudentName name={userName} uuidUser={uuidUser} />
          </Pair>
        )}
      </Pairs>
      <div className={card.badges}>
        <PromotionBadge of={{ ...found, partner: { status: partnerStatus } }} />
        {partnerStatus === 'blocked' && <StatusBadge tone="red">{t.partnerBlocked}</StatusBadge>}
      </div>
    </li>
  );
}

function Results({ code, found }: { code: string; found: readonly Found[] | undefined }) {
  return (
    <>
      <Live>
        {found?.length === 0 && <Message tone="grey">{t.find.nothing(code)}</Message>}
        {found && found.length > 0 && <p className={css.count}>{t.find.found(found.length)}</p>}
      </Live>
      <ul className={css.list}>
        {found?.map((one) => (
          <FoundCode key={`${one.uuidStock}-${one.codeValue}`} found={one} />
        ))}
      </ul>
    </>
  );
}

// Characters.
const longestCode = 500;

function FindDialog({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('');
  const [empty, setEmpty] = useState(false);
  const find = useFindCode();
  const tooLong = overLimit(typed, longestCode);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = typed.trim();
    setEmpty(code === '');
    if (code !== '' && !tooLong && !find.isPending) find.mutate(code);
  };
  const error = find.error && inWords(asProblem(find.error)).text;
  return (
    <Dialog title={t.find.title} onClose={close} size="medium">
      <form className={css.form} onSubmit={submit} noValidate>
        <TextInput
          className={css.input}
          label={t.find.label}
          placeholder={t.find.placeholder}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          error={tooLong ?? (empty ? t.find.required : error)}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setEmpty(false);
          }}
          data-autofocus
        />
        <Button type="submit" loading={find.isPending}>
          {t.find.submit}
        </Button>
      </form>
      <div className={css.results} aria-busy={find.isPending}>
        <Results code={find.variables ?? ''} found={find.data} />
      </div>
    </Dialog>
  );
}

/** «Проверить код»: finds the promotion and the holder of a code. */
export function FindCode() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBarcode size={iconSize.sm} stroke={iconStroke} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t.find.button}
      </Button>
      {opened && <FindDialog close={() => setOpened(false)} />}
    </>
  );
}
