import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { History } from '../../shared/history/History';
import { Neighbours } from '../../shared/list/Neighbours';
import { Message } from '../../shared/ui/Message';
import { Page } from '../../shared/ui/Page';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Retry } from '../../shared/ui/Retry';
import { Section } from '../../shared/ui/Section';
import { cardQuery, categoriesQuery, historyQuery, type Question } from './api';
import { EditForm } from './EditForm';
import { Facts } from './Facts';
import { historyWords } from './history';
import css from './knowledge.module.css';
import { categoryOptions, ownerOf } from './rules';
import { t } from './texts';
import { useCategoryList } from './useCategoryList';

// Everybody reads a question, its owner changes it.
function ReadOnly({ question }: { question: Question }) {
  const { data } = useQuery(categoriesQuery);
  const shelf = categoryOptions(data).find(({ value }) => value === question.uuid_category);
  return (
    <div className={css.column}>
      <Message tone="grey">{t.foreign(ownerOf(question))}</Message>
      <Section title={t.form.content}>
        <Pairs>
          <Pair label={t.form.category} wide>
            {shelf?.label}
          </Pair>
          <Pair label={t.form.question} wide>
            {question.question}
          </Pair>
          <Pair label={t.form.answer} wide>
            <span className={css.answer}>{question.answer}</span>
          </Pair>
        </Pairs>
      </Section>
    </div>
  );
}

/** /knowledge/{categoryID}/{questionID}: a question, as a form for whoever may change it. */
export function QuestionPage() {
  const { categoryID = '', questionID = '' } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const { options } = useRouter();
  const { list } = useCategoryList(categoryID);
  const { data: card, error, refetch, isFetching } = useQuery(cardQuery(questionID));
  const up = `/knowledge/${categoryID}${options.stringifySearch?.(search) ?? ''}`;
  const foreign = card && !card.question.can_edit;
  return (
    <Page
      title={foreign ? t.form.view : t.form.update}
      of={card?.question.question}
      back={up}
      actions={list && <Neighbours list={list} id={questionID} />}
      wide
    >
      {card && (
        <div className={css.card}>
          {foreign ? (
            <ReadOnly question={card.question} />
          ) : (
            <EditForm key={questionID} card={card} up={up} />
          )}
          <div className={css.column}>
            <Facts question={card.question} />
            <History query={historyQuery(questionID)} words={historyWords} />
          </div>
        </div>
      )}
      {!card && !error && (
        <div className={css.card}>
          <Skeleton height={480} />
          <Skeleton height={208} />
        </div>
      )}
      {!card && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
    </Page>
  );
}
