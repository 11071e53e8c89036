import { notifyDone } from '../../shared/notice/notices';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { useDeleteFaculty } from './api';
import { t } from './texts';
import type { Faculty } from './wire';

/** Asks before a faculty is deleted. */
export function DeleteDialog({ faculty, close }: { faculty: Faculty; close: () => void }) {
  const remove = useDeleteFaculty();
  const { uuidDepartment, nameDepartment, specialties } = faculty;
  return (
    <ConfirmDialog
      title={t.removing.title}
      text={t.removing.text(nameDepartment, specialties.length)}
      confirm={t.removing.confirm}
      danger
      busy={remove.isPending}
      onCancel={close}
      onConfirm={() =>
        remove.mutate(uuidDepartment, {
          onSuccess: () => notifyDone(t.removing.done, nameDepartment),
          onSettled: close,
        })
      }
    />
  );
}
