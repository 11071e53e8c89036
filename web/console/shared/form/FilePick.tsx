import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';

type Take = (files: readonly File[]) => void;

type Props = ButtonProps & {
  onPick: Take;
  accept: string;
  name?: string;
  multiple?: boolean;
  'aria-label'?: string;
  /** The id of the error message, if there is one. */
  errorId?: string;
};

/** A file picker button. The input is reset after each choice, so that the same file can be picked again. */
export function FilePick({ onPick, accept, name, multiple = false, errorId, ...rest }: Props) {
  const reset = useRef<() => void>(null);
  const pick = (chosen: File[] | File | null) => {
    reset.current?.();
    const files = [chosen ?? []].flat();
    if (files.length > 0) onPick(files);
  };
  return (
    <FileButton resetRef={reset} onChange={pick} accept={accept} multiple={multiple} name={name}>
      {({ onClick }) => (
        <Button
          {...rest}
          onClick={onClick}
          aria-invalid={errorId ? true : undefined}
          aria-describedby={errorId}
        />
      )}
    </FileButton>
  );
}

/** Drag-and-drop props for a drop target. */
export function useFileDrop(onDrop: Take) {
  const [over, setOver] = useState(false);
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDrop([...event.dataTransfer.files]);
    },
  };
}
