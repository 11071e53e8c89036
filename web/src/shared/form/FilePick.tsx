import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';

type Take = (files: readonly File[]) => void;

type Props = ButtonProps & {
  onPick: Take;
  accept: string;
  name?: string;
  multiple?: boolean;
  'aria-label'?: string;
  /** The id of what is wrong with the files, while something is. */
  errorId?: string;
};

/** A button that asks for files. The same file may be chosen again: mended meanwhile, or after a failure. */
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

/** Lets files be dropped on an element: spread it there. */
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
