import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Section } from '../../shared/ui/Section';
import { surveyFile, useDownload } from './api';
import { Bars } from './Bars';
import css from './card.module.css';
import { barsOf, surveyPhase } from './rules';
import { t } from './texts';
import { fullTime } from './time';
import type { Survey } from './wire';

function phaseInWords(survey: Survey): string {
  const phase = surveyPhase(survey, Date.now());
  if (phase === 'planned') return t.poll.begins(fullTime(survey.startPooling));
  if (phase === 'ended') return t.poll.ended(fullTime(survey.endPooling));
  const end = survey.endPooling && survey.endPooling !== 'null' ? survey.endPooling : null;
  return end ? `${t.poll.running}, ${t.poll.until(fullTime(end))}` : t.poll.running;
}

/** The results of a survey: bars with counts and shares. */
export function SurveySection({ survey }: { survey: Survey }) {
  const file = useDownload(surveyFile(survey.uuidPooling), t.poll.file);
  return (
    <Section
      title={t.card.survey}
      hint={phaseInWords(survey)}
      actions={
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          {t.poll.download}
        </Button>
      }
    >
      <p className={css.muted}>
        {[t.poll.voted(survey.voted), survey.isView ? t.poll.shown : t.poll.hidden].join(' · ')}
      </p>
      {survey.questions.map(({ question, questionType }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: questions have no names, and their order never changes here
        <div key={i} className={css.question}>
          <div>
            <h3 className={css.questionText}>{question}</h3>
            <p className={css.muted}>{t.poll.kinds[questionType]}</p>
          </div>
          <Bars bars={barsOf(survey, i, t.poll.other)} />
        </div>
      ))}
    </Section>
  );
}
