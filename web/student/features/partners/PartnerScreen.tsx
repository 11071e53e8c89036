import { IconBuildingStore, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'wouter';
import { asProblem } from '../../../kit/api/problem';
import { formatDecimal } from '../../../kit/format/number';
import { useStanding } from '../../shared/api/member';
import { links } from '../../shared/links';
import { Button } from '../../shared/ui/Button';
import { Empty } from '../../shared/ui/Empty';
import { Photos } from '../../shared/ui/Photos';
import { Picture } from '../../shared/ui/Picture';
import { Retry } from '../../shared/ui/Retry';
import { RichText } from '../../shared/ui/RichText';
import { Screen } from '../../shared/ui/Screen';
import { Skeleton } from '../../shared/ui/Skeleton';
import { useCameFrom } from '../../shared/way';
import { type Partner, partnerQuery } from './api';
import { Contacts } from './Contacts';
import { Discounts } from './Discounts';
import { Heart } from './Heart';
import css from './PartnerScreen.module.css';
import { Points } from './Points';
import { Promotions } from './Promotions';
import { usePlace } from './place';
import { Reviews } from './Reviews';
import { Section } from './Section';
import { t } from './texts';

function Summary({ partner }: { partner: Partner }) {
  const { name, logoUrl, category, city, rating, reviewCount } = partner;
  return (
    <div className={css.summary}>
      <Picture src={logoUrl} name={name} />
      <div>
        <p>{category.name}</p>
        <p className={css.line}>
          <span>{city}</span>
          {rating !== null && (
            <span className={css.rating}>
              <IconStarFilled size={15} aria-hidden="true" />
              {formatDecimal(rating)} · {t.reviewCount(reviewCount)}
            </span>
          )}
        </p>
      </div>
    </div>
  );
}

function Vacancies({ vacancies }: Pick<Partner, 'vacancies'>) {
  if (vacancies.length === 0) return null;
  return (
    <Section title={t.vacancies}>
      <ul className={css.cards}>
        {vacancies.map(({ title, link, description }) => (
          <li key={title + link} className={css.vacancy}>
            <a href={link} target="_blank" rel="noopener noreferrer nofollow">
              {title}
            </a>
            {description && <p>{description}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Gone() {
  const [, go] = useLocation();
  return (
    <Empty
      icon={<IconBuildingStore size={40} stroke={1.75} />}
      title={t.goneTitle}
      text={t.goneText}
    >
      <Button onClick={() => go(links.offers)}>{t.others}</Button>
    </Empty>
  );
}

/** A partner: first the discounts, then everything else. */
export function PartnerScreen() {
  const { id = '' } = useParams();
  const [, go] = useLocation();
  const back = useCameFrom(links.offers);
  const standing = useStanding();
  usePlace(); // looks again where the phone is
  const { data, error, refetch, isFetching } = useQuery(partnerQuery(id));
  const isGone = error !== null && asProblem(error).status === 404;
  if (isGone || !data) {
    return (
      <Screen title={t.partner} back={back}>
        {!error && <Skeleton bars={[60, 120, 90, 160]} />}
        {isGone ? <Gone /> : error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      </Screen>
    );
  }
  const { photoUrls, imageUrl, description } = data;
  const pictures = imageUrl ? [imageUrl, ...photoUrls] : photoUrls;
  return (
    <Screen
      title={data.name}
      back={back}
      tools={<Heart partner={data} />}
      action={
        standing === 'active' &&
        data.discounts.length > 0 && <Button onClick={() => go(links.home)}>{t.show}</Button>
      }
    >
      <Summary partner={data} />
      <Discounts discounts={data.discounts} />
      <Promotions partner={data.id} />
      <Points partner={data} />
      <Contacts partner={data} />
      {pictures.length > 0 && <Photos urls={pictures} label={t.photo} />}
      {description && (
        <Section title={t.about}>
          <RichText source={description} />
        </Section>
      )}
      <Vacancies vacancies={data.vacancies} />
      <Reviews partner={data} />
    </Screen>
  );
}
