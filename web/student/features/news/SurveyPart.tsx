import { type FormEvent, useState } from 'react';
import { byField, inWords } from '../../shared/api/words';
import { moment } from '../../shared/moment';
import { Button } from '../../shared/ui/Button';
import { overLimit, TextField } from '../../shared/ui/Field';
import { Note } from '../../shared/ui/Note';
import { useTyped } from '../../shared/useTyped';
import { type Survey, useVote } from './api';
import {
  answersOf,
  type Choice,
  choose,
  chooseOther,
  missing,
  noChoice,
  type Question,
  share,
} from './ballot';
import css from './Part.module.css';
import { t } from './texts';

const longestOther = 500; // characters

type QuestionProps = {
  question: Question;
  choice: Choice;
  onChange: (choice: Choice) => void;
  error: string | undefined;
  name: string;
};

function QuestionField({ question, choice, onChange, error, name }: QuestionProps) {
  const isSingle = question.kind === 'single';
  const type = isSingle ? 'radio' : 'checkbox';
  return (
    <fieldset className={css.question} data-field-error={error ? '' : undefined}>
      <legend>{question.question}</legend>
      <p className={css.muted}>{isSingle ? t.poll.one : t.poll.many}</p>
      {question.variants.map(({ letter, text }) => (
        <label key={letter} className={css.option}>
          <input
            type={type}
            name={name}
            checked={choice.letters.includes(letter)}
            onChange={() => onChange(choose(question, choice, letter))}
          />
          <span>{text}</span>
        </label>
      ))}
      {question.allowsOther && (
        <label className={css.option}>
          <input
            type={type}
            name={name}
            checked={choice.isOther}
            onChange={() => onChange(chooseOther(question, choice))}
          />
          <span>{t.poll.other}</span>
        </label>
      )}
      {choice.isOther && (
        <TextField
          label={t.poll.otherText}
          value={choice.other}
          error={overLimit(choice.other, longestOther)}
          onChange={(other) => onChange({ ...choice, other })}
        />
      )}
      {error && (
        <p role="alert" className={css.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Ballot({ news, questions }: { news: string; questions: readonly Question[] }) {
  const [kept, setChoices] = useTyped<readonly Choice[]>(`survey/${news}`);
  const choices = kept ?? questions.map(() => noChoice);
  const [isChecked, setChecked] = useState(false);
  const vote = useVote(news);
  const refused = byField(vote.error);
  const wrong = (choice: Choice, i: number) => {
    const what = isChecked ? missing(choice) : null;
    if (what) return what === 'other' ? t.poll.otherError : t.poll.error;
    return refused[`answers[${i}]`];
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const isLong = choices.some(({ isOther, other }) => isOther && overLimit(other, longestOther));
    if (isLong || choices.some((choice) => missing(choice) !== null)) return;
    vote.mutate(answersOf(choices), { onSuccess: () => setChoices(undefined) });
  };
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {questions.map((question, i) => (
        <QuestionField
          key={question.question}
          name={`question-${i}`}
          question={question}
          choice={choices[i] ?? noChoice}
          onChange={(choice) => setChoices(choices.map((old, j) => (j === i ? choice : old)))}
          error={wrong(choices[i] ?? noChoice, i)}
        />
      ))}
      {vote.error && Object.keys(refused).length === 0 && (
        <Note tone="red" alert>
          {inWords(vote.error)}
        </Note>
      )}
      <Button type="submit" busy={vote.isPending}>
        {t.poll.send}
      </Button>
    </form>
  );
}

function Result({ text, count, all }: { text: string; count: number; all: number }) {
  const percent = share(count, all);
  return (
    <li className={css.result}>
      <p>
        <span>{text}</span>
        <b>{t.poll.percent(percent)}</b>
      </p>
      <progress
        className={css.bar}
        value={percent}
        max={100}
        aria-label={t.poll.result(text, count, percent)}
      />
    </li>
  );
}

function Results({ survey: { questions, voted } }: { survey: Survey }) {
  const all = voted ?? 0;
  return (
    <>
      {questions.map(({ question, variants, others }) => (
        <div key={question}>
          <h3>{question}</h3>
          <ul className={css.results}>
            {variants.map(({ letter, text, voted: count }) => (
              <Result key={letter} text={text} count={count ?? 0} all={all} />
            ))}
            {(others ?? 0) > 0 && <Result text={t.poll.other} count={others ?? 0} all={all} />}
          </ul>
        </div>
      ))}
      <p className={css.muted}>{t.poll.voted(all)}</p>
    </>
  );
}

/** The survey of an item: questions while it is open, then the results if they are public. */
export function SurveyPart({ news, survey }: { news: string; survey: Survey }) {
  const { isOpen, hasVoted, voted, beginsAt, endsAt, questions } = survey;
  const isAhead = Date.parse(beginsAt) > Date.now();
  return (
    <section className={css.part} aria-label={t.poll.title}>
      <h2 className={css.title}>{t.poll.title}</h2>
      {isOpen && <p className={css.muted}>{t.poll.until(moment(endsAt))}</p>}
      {hasVoted && (
        <Note tone="green" title={t.poll.thanks}>
          {voted === null && t.poll.hidden}
        </Note>
      )}
      {!isOpen && !hasVoted && (
        <p className={css.muted}>{isAhead ? t.poll.opens(moment(beginsAt)) : t.poll.ended}</p>
      )}
      {isOpen ? (
        <Ballot news={news} questions={questions} />
      ) : (
        voted !== null && <Results survey={survey} />
      )}
    </section>
  );
}
