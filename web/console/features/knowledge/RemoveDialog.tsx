import { notifyDone } from '../../shared/notice/notices';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { useDeleteQuestions } from './api';
import { t } from './texts';
import type { Question } from './wire';

type Props = { questions: readonly Question[]; onGone: () => void; onCancel: () => void };

/** Asks before questions are deleted. */
export function RemoveDialog({ questions, onGone, onCancel }: Props) {
  const remove = useDeleteQuestions();
  const count = questions.length;
  const [first] = questions;
  const gone = () => {
    notifyDone(t.removing.done(count));
    onGone();
  };
  return (
    <ConfirmDialog
      title={t.removing.title(count)}
      text={count === 1 && first ? t.removing.one(first.question) : t.removing.many(count)}
      confirm={t.removing.button}
      danger
      busy={remove.isPending}
      onCancel={onCancel}
      onConfirm={() =>
        remove.mutate(
          questions.map(({ uuidQuestion }) => uuidQuestion),
          { onSuccess: gone, onError: onCancel },
        )
      }
    />
  );
}
