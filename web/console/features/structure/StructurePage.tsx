import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Live } from '../../shared/ui/Live';
import { Loaded } from '../../shared/ui/Loaded';
import { Page } from '../../shared/ui/Page';
import { Shapes } from '../../shared/ui/SectionSkeleton';
import { AddDialog } from './AddDialog';
import { structureQuery } from './api';
import { DeleteDialog } from './DeleteDialog';
import { EditDialog } from './EditDialog';
import css from './structure.module.css';
import { t } from './texts';
import type { Faculty } from './wire';

type Dialog = { kind: 'add' } | { kind: 'edit' | 'delete'; faculty: Faculty } | null;

type RowProps = { faculty: Faculty; onEdit: () => void; onDelete: () => void };

function FacultyRow({ faculty, onEdit, onDelete }: RowProps) {
  const { nameDepartment: name, specialties } = faculty;
  const names = specialties.map(({ nameSpecialty }) => nameSpecialty).join(', ');
  const action = (label: string, Icon: typeof IconPencil, act: () => void) => (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={act}>
        <Icon size={iconSize.md} stroke={iconStroke} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <li className={css.row}>
      <div className={css.words}>
        <p className={css.name}>{name}</p>
        <p className={css.specialties} title={names || undefined}>
          {specialties.length === 0
            ? t.noSpecialties
            : `${t.specialties(specialties.length)}: ${names}`}
        </p>
      </div>
      <div className={css.rowActions}>
        {action(t.edit(name), IconPencil, onEdit)}
        {action(t.remove(name), IconTrash, onDelete)}
      </div>
    </li>
  );
}

function Empty({ onAdd }: { onAdd: () => void }) {
  return (
    <div className={css.empty}>
      <h2 className={css.emptyTitle}>{t.empty.title}</h2>
      <p className={css.emptyText}>
        {t.empty.text} {t.empty.next}
      </p>
      <Button onClick={onAdd}>{t.add}</Button>
    </div>
  );
}

type FacultiesProps = { faculties: readonly Faculty[]; open: (dialog: Dialog) => void };

function Faculties({ faculties, open }: FacultiesProps) {
  return (
    <div className={css.list}>
      <ul className={css.rows}>
        {faculties.map((faculty) => (
          <FacultyRow
            key={faculty.uuidDepartment}
            faculty={faculty}
            onEdit={() => open({ kind: 'edit', faculty })}
            onDelete={() => open({ kind: 'delete', faculty })}
          />
        ))}
      </ul>
    </div>
  );
}

const skeleton = (
  <div className={css.loading}>
    <Shapes rows={6} />
  </div>
);

/** /structure: the faculties of the operator's university and their specialties. */
export function StructurePage() {
  const query = useQuery(structureQuery);
  const { data } = query;
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const add = () => setDialog({ kind: 'add' });
  const opened = dialog && dialog.kind !== 'add' ? dialog.faculty : undefined;
  // A colleague may delete it: the dialog stays with what was typed, and saving says that it is gone.
  const chosen =
    data?.find(({ uuidDepartment }) => uuidDepartment === opened?.uuidDepartment) ?? opened;
  const plus = <IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />;
  return (
    <Page
      title={t.title}
      actions={
        data &&
        data.length > 0 && (
          <Button data-main leftSection={plus} onClick={add}>
            {t.add}
          </Button>
        )
      }
    >
      <Live>{data && data.length > 0 && <p className={css.count}>{t.count(data.length)}</p>}</Live>
      <Loaded query={query} skeleton={skeleton}>
        {(faculties) =>
          faculties.length === 0 ? (
            <Empty onAdd={add} />
          ) : (
            <Faculties faculties={faculties} open={setDialog} />
          )
        }
      </Loaded>
      {dialog?.kind === 'add' && <AddDialog close={close} />}
      {dialog?.kind === 'edit' && chosen && <EditDialog faculty={chosen} close={close} />}
      {dialog?.kind === 'delete' && chosen && <DeleteDialog faculty={chosen} close={close} />}
    </Page>
  );
}
