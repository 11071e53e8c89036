import type { UseMutationResult } from '@tanstack/react-query';
import { notifyDone } from '../notice/notices';
import { common } from '../texts';
import { ConfirmDialog } from './ConfirmDialog';

type Props<V> = {
  title: string;
  /** Names the object and the consequence. */
  text: string;
  /** Notification after success. */
  done: string;
  mutation: UseMutationResult<unknown, Error, V>;
  variables: V;
  close: () => void;
};

/** Asks before something is deleted, and deletes it. */
export function RemoveDialog<V>({ title, text, done, mutation, variables, close }: Props<V>) {
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirm={common.delete}
      danger
      busy={mutation.isPending}
      onCancel={close}
      onConfirm={() =>
        mutation.mutate(variables, { onSuccess: () => notifyDone(done), onSettled: close })
      }
    />
  );
}
