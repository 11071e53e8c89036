import { IconChevronDown, IconLifebuoy } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMember, useStanding } from '../../shared/api/member';
import { inWords } from '../../shared/api/words';
import { links } from '../../shared/links';
import { Button } from '../../shared/ui/Button';
import { Chip, Chips } from '../../shared/ui/Chips';
import { Empty } from '../../shared/ui/Empty';
import { Feed } from '../../shared/ui/Feed';
import { RichText } from '../../shared/ui/RichText';
import { Screen } from '../../shared/ui/Screen';
import { SearchField } from '../../shared/ui/SearchField';
import { Skeleton } from '../../shared/ui/Skeleton';
import { useSettled } from '../../shared/useSettled';
import { useCameFrom } from '../../shared/way';
import { type Question, questionsQuery, useHelped } from './api';
import css from './HelpScreen.module.css';
import { t } from './texts';

function Helped({ question }: { question: Question }) {
  const vote = useHelped(question);
  const { isUseful } = question;
  return (
    <div className={css.helped}>
      <span>{t.helped}</span>
      {[true, false].map((choice) => (
        <button
          key={String(choice)}
          type="button"
          className={css.vote}
          aria-pressed={isUseful === choice}
          onClick={() => isUseful !== choice && vote.mutate(choice)}
        >
          {choice ? t.yes : t.no}
        </button>
      ))}
      <span role="status" className={css.said} data-failed={vote.isError || undefined}>
        {vote.error ? inWords(vote.error) : vote.isSuccess && t.thanks}
      </span>
    </div>
  );
}

function QuestionCard({ question }: { question: Question }) {
  const isActive = useStanding() === 'active';
  const { question: title, answer, useful } = question;
  return (
    <details className={css.card}>
      <summary className={css.question}>
        <span>{title}</span>
        <IconChevronDown size={20} aria-hidden="true" />
      </summary>
      <div className={css.answer}>
        <RichText source={answer} />
        {useful > 0 && <p className={css.useful}>{t.useful(useful)}</p>}
        {isActive && <Helped question={question} />}
      </div>
    </details>
  );
}

// Categories in order of appearance; only the unfiltered list has all of them.
function useCategories() {
  const { data } = useInfiniteQuery(questionsQuery({}));
  const found = data?.pages.flatMap(({ items }) => items.map(({ category }) => category)) ?? [];
  return [...new Map(found.map((category) => [category.id, category])).values()];
}

/** The knowledge base: questions and answers, for guests too. */
export function HelpScreen() {
  const { data: member } = useMember();
  const back = useCameFrom(links.profile);
  const [text, setText] = useState('');
  const [category, setCategory] = useState('');
  const search = useSettled(text).trim();
  const isNarrow = search !== '' || category !== '';
  const query = useInfiniteQuery(
    questionsQuery({ ...(search ? { search } : {}), ...(category ? { category } : {}) }),
  );
  const reset = () => {
    setText('');
    setCategory('');
  };
  return (
    <Screen title={t.title} {...(member ? { back } : {})}>
      <SearchField label={t.search} value={text} onChange={setText} />
      <Chips label={t.categories}>
        {useCategories().map(({ id, name }) => (
          <Chip key={id} isOn={id === category} onChange={(isOn) => setCategory(isOn ? id : '')}>
            {name}
          </Chip>
        ))}
      </Chips>
      <Feed<Question>
        query={query}
        keyOf={({ id }) => id}
        skeleton={<Skeleton bars={[60, 60, 60, 60, 60]} />}
        empty={
          <Empty
            icon={<IconLifebuoy size={40} stroke={1.75} />}
            title={isNarrow ? t.empty : t.nothing}
            text={t.emptyText}
          >
            {isNarrow && (
              <Button look="quiet" onClick={reset}>
                {t.reset}
              </Button>
            )}
          </Empty>
        }
      >
        {(question) => <QuestionCard question={question} />}
      </Feed>
    </Screen>
  );
}
