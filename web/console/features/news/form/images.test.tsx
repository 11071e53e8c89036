import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import * as uploads from '../../../shared/api/upload';
import { renderBare } from '../../../test/render';
import { user } from '../../../test/user';
import { ImagesField } from './ImagesField';
import { middleOf } from './thumbnail';
import type { ImageValue } from './values';

type Sent = { name: string; done: () => void; fail: (why: unknown) => void };

let sent: Sent[];
let held: readonly ImageValue[] = [];

beforeEach(() => {
  sent = [];
  vi.spyOn(uploads, 'upload').mockImplementation(
    (_path, file, options) =>
      new Promise((resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        const done = () => resolve({ keyFile: file.name, link: '/files/k' } as never);
        sent.push({ name: file.name, done, fail: reject });
      }),
  );
});

// Like the item form: an error disappears with the next change of its field.
function Form() {
  const [value, setValue] = useState<readonly ImageValue[]>([]);
  const [error, setError] = useState<string>();
  held = value;
  const change = (next: readonly ImageValue[]) => {
    setValue(next);
    setError(undefined);
  };
  const pending = value.some(({ key }) => key === null);
  return (
    <>
      <ImagesField name="keyFiles" value={value} onChange={change} error={error} stored={[]} />
      <button
        type="button"
        onClick={() => pending && setError('Дождитесь окончания загрузки изображений')}
      >
        Опубликовать
      </button>
    </>
  );
}
const image = (name: string) => new File(['x'], name, { type: 'image/png' });
const addFiles = (...files: File[]) =>
  user.upload(document.querySelector('input[type="file"]') as HTMLInputElement, files);
const add = (...names: string[]) => addFiles(...names.map(image));
const count = (n: number) => waitFor(() => expect(sent).toHaveLength(n));
const wait = () => screen.queryByText('Дождитесь окончания загрузки изображений');

it('the upload message stays until the last image is uploaded', async () => {
  renderBare(<Form />);
  await add('1.png', '2.png');
  await count(1);
  await user.click(screen.getByText('Опубликовать'));
  expect(wait()).not.toBeNull();
  sent[0]?.done();
  await count(2);
  await waitFor(() => expect(held[0]?.key).toBe('1.png'));
  expect(wait()).not.toBeNull();
  sent[1]?.done();
  await waitFor(() => expect(held[1]?.key).toBe('2.png'));
  expect(wait()).toBeNull();
});

it('queued images are not sent after the form is closed', async () => {
  const { unmount } = renderBare(<Form />);
  await add('1.png', '2.png');
  await count(1);
  unmount();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toHaveLength(1);
});

it('a queued image that was removed is not sent', async () => {
  renderBare(<Form />);
  await add('1.png', '2.png', '3.png');
  await count(1);
  await user.click(screen.getByLabelText('Изображение 2: убрать'));
  sent[0]?.done();
  await count(2);
  expect(sent[1]?.name).toBe('3.png');
});

it('a refused image can be chosen again', async () => {
  renderBare(<Form />);
  const file = image('1.png');
  await addFiles(file);
  await count(1);
  sent[0]?.fail(new Error('broken'));
  await screen.findByText(/^1.png: /);
  await addFiles(file);
  await count(2);
});

it.each([
  [
    { width: 1600, height: 1200 },
    { x: 0, y: 0, width: 1600, height: 1200, scale: 0.2 },
  ],
  [
    { width: 20, height: 6000 },
    { x: 0, y: 2960, width: 20, height: 80, scale: 1 },
  ],
  [
    { width: 6000, height: 1 },
    { x: 2998, y: 0, width: 4, height: 1, scale: 1 },
  ],
  [
    { width: 6000, height: 2000 },
    { x: 0, y: 0, width: 6000, height: 2000, scale: 320 / 6000 },
  ],
])('a thumbnail of %o shows %o', (image, part) => {
  expect(middleOf(image)).toEqual(part);
});
