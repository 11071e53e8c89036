import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { History } from '../../shared/history/History';
import { knowledgeLinks } from '../../shared/links/knowledge';
import { useListLink, usePageParams } from '../../shared/links/usePage';
import { Neighbours } from '../../shared/list/Neighbours';
import { CardLayout } from '../../shared/ui/CardLayout';
import { Loaded } from '../../shared/ui/Loaded';
import { Message } from '../../shared/ui/Message';
import { Page } from '../../shared/ui/Page';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import { SectionSkeleton } from '../../shared/ui/SectionSkeleton';
import { cardQuery, categoriesQuery, historyQuery } from './api';
import { EditForm } from './EditForm';
import { Facts } from './Facts';
import { historyWords } from './history';
import css from './knowledge.module.css';
import { categoryOptions, ownerOf } from './rules';
import { t } from './texts';
import { useCategoryList } from './useCategoryList';
import type { Question } from './wire';

function ReadOnly({ question }: { question: Question }) {
  const { data } = useQuery(categoriesQuery);
  const category = categoryOptions(data).find(({ value }) => value === question.uuid_category);
  return (
    <>
      <Message tone="grey">{t.foreign(ownerOf(question))}</Message>
      <Section title={t.form.content}>
        <Pairs>
          <Pair label={t.form.category} wide>
            {category?.label}
          </Pair>
          <Pair label={t.form.question} wide>
            {question.question}
          </Pair>
          <Pair label={t.form.answer} wide>
            <span className={css.answer}>{question.answer}</span>
          </Pair>
        </Pairs>
      </Section>
    </>
  );
}

function CardSkeleton() {
  return (
    <CardLayout loading end={<SectionSkeleton pairs={3} />}>
      <SectionSkeleton fields={3} />
    </CardLayout>
  );
}

/** /knowledge/{categoryID}/{questionID}: a question; a form if the operator may change it. */
export function QuestionPage() {
  const { categoryID, questionID } = usePageParams(knowledgeLinks.question);
  const up = useListLink(knowledgeLinks.category({ categoryID }));
  const { list } = useCategoryList(categoryID);
  const query = useQuery(cardQuery(questionID));
  const question = query.data?.question;
  const readOnly = question && !question.can_edit;
  const [removed, setRemoved] = useState<string | null>(null);
  return (
    <Page
      title={readOnly ? t.form.view : t.form.update}
      of={question?.question}
      back={up}
      neighbours={list && <Neighbours list={list} id={questionID} />}
      actions={
        question?.can_edit && (
          <Button variant="default" data-danger onClick={() => setRemoved(questionID)}>
            {t.removing.button}
          </Button>
        )
      }
      wide="card"
    >
      <Loaded query={query} skeleton={<CardSkeleton />}>
        {(card) => (
          <CardLayout
            end={<Facts question={card.question} />}
            history={<History query={historyQuery(questionID)} words={historyWords} />}
          >
            {readOnly ? (
              <ReadOnly question={card.question} />
            ) : (
              <EditForm
                key={questionID}
                card={card}
                up={up}
                removing={removed === questionID}
                onKeep={() => setRemoved(null)}
              />
            )}
          </CardLayout>
        )}
      </Loaded>
    </Page>
  );
}
