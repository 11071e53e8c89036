import { IconNewsOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'wouter';
import { asProblem } from '../../../kit/api/problem';
import { useStanding } from '../../shared/api/member';
import { links } from '../../shared/links';
import { dayOf } from '../../shared/moment';
import { Button } from '../../shared/ui/Button';
import { Closed } from '../../shared/ui/Closed';
import { Empty } from '../../shared/ui/Empty';
import { Photos } from '../../shared/ui/Photos';
import { Retry } from '../../shared/ui/Retry';
import { RichText } from '../../shared/ui/RichText';
import { Screen } from '../../shared/ui/Screen';
import { Skeleton } from '../../shared/ui/Skeleton';
import { useCameFrom } from '../../shared/way';
import { storyQuery } from './api';
import { EventPart } from './EventPart';
import css from './StoryScreen.module.css';
import { SurveyPart } from './SurveyPart';
import { t } from './texts';

function Gone() {
  const [, go] = useLocation();
  return (
    <Empty icon={<IconNewsOff size={40} stroke={1.75} />} title={t.goneTitle} text={t.goneText}>
      <Button onClick={() => go(links.news)}>{t.all}</Button>
    </Empty>
  );
}

/** A news item: text, photos, its event and its survey. */
export function StoryScreen() {
  const { id = '' } = useParams();
  const back = useCameFrom(links.news);
  const isActive = useStanding() === 'active';
  const { data, error, refetch, isFetching } = useQuery(storyQuery(id, isActive));
  const isGone = error !== null && asProblem(error).status === 404;
  if (!isActive || isGone || !data) {
    return (
      <Screen title={t.story} back={back}>
        <Closed title={t.closed} />
        {isActive && !error && <Skeleton bars={[32, 220, 120]} />}
        {isGone ? <Gone /> : error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      </Screen>
    );
  }
  const { title, content, photoUrls, tags, university, publishedAt, event, survey } = data;
  const isDoubled = event !== null && content.includes(event.description);
  return (
    <Screen title={title} back={back} lead={`${dayOf(publishedAt)} · ${university ?? t.program}`}>
      {photoUrls.length > 0 && <Photos urls={photoUrls} label={t.photo} />}
      <RichText source={content} />
      {event && <EventPart news={id} event={event} isDescribed={!isDoubled} />}
      {survey && <SurveyPart news={id} survey={survey} />}
      {tags.length > 0 && (
        <ul className={css.tags}>
          {tags.map((tag) => (
            <li key={tag}>#{tag}</li>
          ))}
        </ul>
      )}
    </Screen>
  );
}
