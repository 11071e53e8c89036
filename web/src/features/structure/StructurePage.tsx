import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Page } from '../../shared/ui/Page';
import { Retry } from '../../shared/ui/Retry';
import { AddDialog } from './AddDialog';
import { type Faculty, structureQuery } from './api';
import { DeleteDialog } from './DeleteDialog';
import { EditDialog } from './EditDialog';
import css from './structure.module.css';
import { t } from './texts';

type Dialog = { kind: 'add' } | { kind: 'edit' | 'delete'; uuid: string } | null;

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
      <p className={css.emptyText}>{t.empty.text}</p>
      <Button onClick={onAdd}>{t.add}</Button>
    </div>
  );
}

const bones = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** /structure: the faculties of the operator's university and their specialties. */
export function StructurePage() {
  const { data, error, refetch, isFetching } = useQuery(structureQuery);
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const add = () => setDialog({ kind: 'add' });
  const chosen =
    dialog && dialog.kind !== 'add'
      ? data?.find(({ uuidDepartment }) => uuidDepartment === dialog.uuid)
      : undefined;
  const plus = <IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />;
  return (
    <Page
      title={t.title}
      actions={
        data &&
        data.length > 0 && (
          <Button leftSection={plus} onClick={add}>
            {t.add}
          </Button>
        )
      }
    >
      {data?.length === 0 && <Empty onAdd={add} />}
      {data && data.length > 0 && (
        <div className={css.list}>
          <p className={css.count} role="status">
            {t.count(data.length)}
          </p>
          <ul className={css.rows}>
            {data.map((faculty) => {
              const uuid = faculty.uuidDepartment;
              return (
                <FacultyRow
                  key={uuid}
                  faculty={faculty}
                  onEdit={() => setDialog({ kind: 'edit', uuid })}
                  onDelete={() => setDialog({ kind: 'delete', uuid })}
                />
              );
            })}
          </ul>
        </div>
      )}
      {!data && !error && (
        <div className={css.bones}>
          {bones.map((bone) => (
            <Skeleton key={bone} height={40} />
          ))}
        </div>
      )}
      {!data && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      {dialog?.kind === 'add' && <AddDialog close={close} />}
      {dialog?.kind === 'edit' && chosen && <EditDialog faculty={chosen} close={close} />}
      {dialog?.kind === 'delete' && chosen && <DeleteDialog faculty={chosen} close={close} />}
    </Page>
  );
}
