import { Link } from 'wouter';
import { formatPhone } from '../../../kit/format/phone';
import { links } from '../../shared/links';
import type { Draft } from './draft';
import css from './join.module.css';
import { usePhotoUrl } from './PhotoField';
import type { Step } from './rules';
import { t } from './texts';

type Fact = readonly [label: string, value: string | undefined];

function Part({ step, facts }: { step: Step; facts: readonly Fact[] }) {
  return (
    <section className={css.part} aria-label={t.titles[step]}>
      <div className={css.partHead}>
        <h2>{t.titles[step]}</h2>
        <Link href={links.joinStep(step)} aria-label={`${t.check.change}: ${t.titles[step]}`}>
          {t.check.change}
        </Link>
      </div>
      <dl className={css.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function Photos({ draft }: { draft: Draft }) {
  const portrait = usePhotoUrl(draft.portrait);
  const document = usePhotoUrl(draft.document);
  return (
    <section className={css.part} aria-label={t.titles.photos}>
      <div className={css.partHead}>
        <h2>{t.titles.photos}</h2>
        <Link href={links.joinStep('photos')} aria-label={`${t.check.change}: ${t.titles.photos}`}>
          {t.check.change}
        </Link>
      </div>
      <div className={css.photos}>
        <img src={portrait} alt={t.photos.portrait} />
        <img src={document} alt={t.photos.document} />
      </div>
    </section>
  );
}

/** Step 4: the application as the operator will see it. */
export function CheckStep({ draft, phone }: { draft: Draft; phone: string }) {
  const name = [draft.surname, draft.name, draft.patronymic].map((part) => part.trim());
  return (
    <>
      <Photos draft={draft} />
      <Part
        step="person"
        facts={[
          [t.person.full, name.filter(Boolean).join(' ')],
          [t.person.birth, draft.birthDate],
          [t.person.city, draft.city?.name],
          [t.person.phone, formatPhone(phone)],
        ]}
      />
      <Part
        step="study"
        facts={[
          [t.study.university, draft.university?.name],
          [t.study.faculty, draft.faculty?.name],
          [t.study.specialty, draft.specialty?.name],
          [
            t.study.period,
            `${t.check.course(draft.course)}, ${t.check.years(draft.startYear, draft.endYear)}`,
          ],
        ]}
      />
    </>
  );
}
