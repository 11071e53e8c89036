import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import { renderBare } from '../../test/render';
import * as photos from '../api/photos';
import { DateField } from './DateField';
import { PhotoField } from './PhotoField';
import { photoKey, photoRefusal, uploading } from './photo';
import { noteInWords } from './SelectField';

function DateForm() {
  const [value, setValue] = useState('');
  return <DateField name="d" label="Дата" value={value} onChange={setValue} />;
}

const changes: string[] = [];
const stored = { key: 'old', address: '/files/old?s=1' };

function PhotoForm({ initial = '' }: { initial?: string }) {
  const [value, setValue] = useState(initial);
  const change = (next: string) => {
    changes.push(next);
    setValue(next);
  };
  return <PhotoField name="photo" label="Фото" value={value} onChange={change} stored={stored} />;
}

describe('a date', () => {
  it('can be typed and picked', async () => {
    renderBare(<DateForm />);
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Дата' });
    await userEvent.type(input, '12032004');
    expect(input.value).toBe('12.03.2004');
    await userEvent.click(screen.getByRole('button', { name: 'Открыть календарь' }));
    const day = await screen.findByRole('button', { name: '15 марта 2004' }, { timeout: 10_000 });
    await userEvent.click(day);
    expect(input.value).toBe('15.03.2004');
  }, 20_000);
});

it('a note shows the label, not the uuid', () => {
  const options = [{ value: 'u-1', label: 'Юридический' }];
  expect(noteInWords('Сейчас сохранено: u-1', options)).toBe('Сейчас сохранено: Юридический');
  expect(noteInWords(undefined, options)).toBeUndefined();
});

describe('a photo', () => {
  const png = (size = 10) => new File(['x'.repeat(size)], 'я.png', { type: 'image/png' });
  const pick = (file: File) => {
    const input = document.querySelector('input[type="file"]');
    if (input) fireEvent.change(input, { target: { files: [file] } });
  };

  beforeEach(() => {
    changes.length = 0;
    URL.createObjectURL = () => 'blob:preview';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(photos, 'uploadPhoto').mockResolvedValue({
      keyFile: 'new',
      urlFile: '/files/new?s=2',
    });
  });

  it('is refused by type and size before the upload', () => {
    expect(photoRefusal({ type: 'image/webp', size: 1 })).toMatch(/JPG, PNG или GIF/);
    expect(photoRefusal({ type: 'image/png', size: 5 * 1024 * 1024 + 1 })).toMatch(/больше 5 МБ/);
    expect(photoRefusal({ type: 'image/png', size: 0 })).toMatch(/пуст/);
    expect(photoRefusal({ type: 'image/gif', size: 5 * 1024 * 1024 })).toBeNull();
  });

  it('is identified by its key, not by the signature', () => {
    expect(photoKey('/files/abc.png?e=1&s=2')).toBe('abc.png');
    expect(photoKey(null)).toBe('');
  });

  it('is uploaded, shown and removed', async () => {
    renderBare(<PhotoForm initial="old" />);
    expect(screen.getByRole('img').getAttribute('src')).toBe('/files/old?s=1');
    pick(png());
    await waitFor(() => expect(changes).toEqual([uploading, 'new']));
    await waitFor(() => expect(screen.getByRole('img').getAttribute('src')).toBe('/files/new?s=2'));
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    expect(changes.at(-1)).toBe('');
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('refused by the client is not sent', async () => {
    renderBare(<PhotoForm />);
    fireEvent.drop(screen.getByRole('group', { name: 'Фото' }), {
      dataTransfer: { files: [new File(['x'], 'x.svg', { type: 'image/svg+xml' })] },
    });
    expect(await screen.findByText('Подойдёт изображение JPG, PNG или GIF')).toBeDefined();
    expect(photos.uploadPhoto).not.toHaveBeenCalled();
    expect(changes).toEqual([]);
  });

  it('refused by the server keeps the old one', async () => {
    vi.mocked(photos.uploadPhoto).mockRejectedValue(
      new Problem(422, { detail: 'Изображение повреждено.' }),
    );
    renderBare(<PhotoForm initial="old" />);
    pick(png());
    expect(await screen.findByText('Изображение повреждено.')).toBeDefined();
    expect(changes).toEqual([uploading, 'old']);
  });

  it('can be chosen again after a failure', async () => {
    vi.mocked(photos.uploadPhoto).mockRejectedValueOnce(new Problem(503));
    renderBare(<PhotoForm />);
    const input = document.querySelector('input[type="file"]') as HTMLInputElement;
    const file = png();
    await userEvent.upload(input, file);
    await waitFor(() => expect(changes).toEqual([uploading, '']));
    await userEvent.upload(input, file);
    await waitFor(() => expect(changes.at(-1)).toBe('new'));
  });

  it('announces its error to screen readers', async () => {
    renderBare(
      <PhotoField name="p" label="Фото" value="" onChange={vi.fn()} stored={null} error="Нужна" />,
    );
    const { id } = screen.getByText('Нужна');
    const button = screen.getByRole('button', { name: 'Загрузить' });
    expect(id).not.toBe('');
    expect(button.getAttribute('aria-describedby')).toBe(id);
    expect(button.getAttribute('aria-invalid')).toBe('true');
  });
});
