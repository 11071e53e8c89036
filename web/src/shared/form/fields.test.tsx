import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderBare } from '../../test/render';
import * as photos from '../api/photos';
import { Problem } from '../api/problem';
import { DateField } from './DateField';
import { isoDate, readDate, shownDate } from './date';
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
  it('is a real day or none', () => {
    expect(isoDate('29.02.2004')).toBe('2004-02-29');
    for (const text of ['29.02.2003', '31.04.2004', '00.01.2004', '1.2.2004', '', '12.13.2004']) {
      expect(isoDate(text)).toBeNull();
    }
    expect(shownDate('2004-02-29')).toBe('29.02.2004');
  });
  it('is understood in the usual spellings', () => {
    for (const text of [
      '2004-03-12',
      '12.3.2004',
      '12/03/2004',
      ' 12 03 2004',
      '2004-03-12T10:00',
    ]) {
      expect(readDate(text)).toBe('12.03.2004');
    }
    expect(readDate('12 марта')).toBeNull();
    expect(readDate('31.02.2004')).toBeNull();
  });
  it('is typed and picked', async () => {
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

it('a note names what was chosen, not its uuid', () => {
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

  it('is refused by type and size before anything is sent', () => {
    expect(photoRefusal({ type: 'image/webp', size: 1 })).toMatch(/JPG, PNG или GIF/);
    expect(photoRefusal({ type: 'image/png', size: 5 * 1024 * 1024 + 1 })).toMatch(/больше 5 МБ/);
    expect(photoRefusal({ type: 'image/png', size: 0 })).toMatch(/пуст/);
    expect(photoRefusal({ type: 'image/gif', size: 5 * 1024 * 1024 })).toBeNull();
  });

  it('is known by its key, whatever the signature', () => {
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

  it('refused here is not sent', async () => {
    renderBare(<PhotoForm />);
    fireEvent.drop(screen.getByRole('group', { name: 'Фото' }), {
      dataTransfer: { files: [new File(['x'], 'x.svg', { type: 'image/svg+xml' })] },
    });
    expect(await screen.findByText('Подойдёт изображение JPG, PNG или GIF')).toBeDefined();
    expect(photos.uploadPhoto).not.toHaveBeenCalled();
    expect(changes).toEqual([]);
  });

  it('refused by the server leaves what was there', async () => {
    vi.mocked(photos.uploadPhoto).mockRejectedValue(
      new Problem(422, { detail: 'Изображение повреждено.' }),
    );
    renderBare(<PhotoForm initial="old" />);
    pick(png());
    expect(await screen.findByText('Изображение повреждено.')).toBeDefined();
    expect(changes).toEqual([uploading, 'old']);
  });

  it('can be the same file again after a failure', async () => {
    vi.mocked(photos.uploadPhoto).mockRejectedValueOnce(new Problem(503));
    renderBare(<PhotoForm />);
    const input = document.querySelector('input[type="file"]') as HTMLInputElement;
    const file = png();
    await userEvent.upload(input, file);
    await waitFor(() => expect(changes).toEqual([uploading, '']));
    await userEvent.upload(input, file);
    await waitFor(() => expect(changes.at(-1)).toBe('new'));
  });

  it('names its error to those who only hear it', async () => {
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
