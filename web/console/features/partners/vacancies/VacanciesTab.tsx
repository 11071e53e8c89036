import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { ItemTools } from '../../../shared/ui/ItemTools';
import { Loaded } from '../../../shared/ui/Loaded';
import { OutsideLink } from '../../../shared/ui/OutsideLink';
import { RemoveDialog } from '../../../shared/ui/RemoveDialog';
import { Shapes } from '../../../shared/ui/SectionSkeleton';
import { TabFrame } from '../../../shared/ui/TabFrame';
import css from '../tabs.module.css';
import { t } from '../texts';
import type { Vacancy } from '../wire';
import { useDeleteVacancy, vacanciesQuery } from './api';
import { VacancyDialog } from './VacancyDialog';

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
  const query = useQuery(vacanciesQuery(uuidPartner));
  const remove = useDeleteVacancy();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <TabFrame
        actions={
          <Button
            leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
            onClick={() => setOpened({ what: 'form', vacancy: null })}
          >
            {t.vacancies.add}
          </Button>
        }
        empty={query.data?.length === 0 && t.vacancies.empty}
      >
        <Loaded query={query} skeleton={<Shapes tiles={3} />}>
          {(vacancies) => (
            <ul className={css.tiles}>
              {vacancies.map((vacancy) => (
                <Tile key={vacancy.uuidVacancy} vacancy={vacancy} open={setOpened} />
              ))}
            </ul>
          )}
        </Loaded>
      </TabFrame>
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
    </>
  );
}
