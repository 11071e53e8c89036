import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { ItemTools } from '../../shared/ui/ItemTools';
import { OutsideLink } from '../../shared/ui/OutsideLink';
import { RemoveDialog } from '../../shared/ui/RemoveDialog';
import { Retry } from '../../shared/ui/Retry';
import css from './tabs.module.css';
import { t } from './texts';
import { VacancyDialog } from './VacancyDialog';
import { useDeleteVacancy, type Vacancy, vacanciesQuery } from './vacanciesApi';

type Opened = { what: 'form'; vacancy: Vacancy | null } | { what: 'delete'; vacancy: Vacancy };

function Tile({ vacancy, open }: { vacancy: Vacancy; open: (opened: Opened) => void }) {
  const { title, link, description } = vacancy;
  return (
    <li className={css.tile}>
      <div className={css.tileHead}>
        <p className={css.tileTitle}>{title}</p>
        <ItemTools
          edit={{ label: t.vacancies.edit(title), run: () => open({ what: 'form', vacancy }) }}
          remove={{
            label: t.vacancies.remove(title),
            run: () => open({ what: 'delete', vacancy }),
          }}
        />
      </div>
      {description && <p className={css.tileText}>{description}</p>}
      <p className={css.tileText}>
        <OutsideLink address={link} />
      </p>
    </li>
  );
}

/** The vacancies of a partner. */
export function VacanciesTab({ uuidPartner }: { uuidPartner: string }) {
  const { data, error, refetch, isFetching } = useQuery(vacanciesQuery(uuidPartner));
  const remove = useDeleteVacancy();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <div className={css.tab}>
      <div className={css.bar}>
        <p className={css.quiet}>{data?.length === 0 && t.vacancies.empty}</p>
        <Button
          leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          onClick={() => setOpened({ what: 'form', vacancy: null })}
        >
          {t.vacancies.add}
        </Button>
      </div>
      {!data && !error && <Skeleton height={120} />}
      {!data && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      {data && data.length > 0 && (
        <ul className={css.tiles}>
          {data.map((vacancy) => (
            <Tile key={vacancy.uuidVacancy} vacancy={vacancy} open={setOpened} />
          ))}
        </ul>
      )}
      {opened?.what === 'form' && (
        <VacancyDialog uuidPartner={uuidPartner} vacancy={opened.vacancy} close={close} />
      )}
      {opened?.what === 'delete' && (
        <RemoveDialog
          title={t.vacancies.removing.title}
          text={t.vacancies.removing.text(opened.vacancy.title)}
          done={t.vacancies.deleted}
          mutation={remove}
          variables={opened.vacancy.uuidVacancy}
          close={close}
        />
      )}
    </div>
  );
}
