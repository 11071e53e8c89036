import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderBare } from '../../test/render';
import { user } from '../../test/user';
import { Gallery } from './Gallery';

const pictures = [1, 2, 3].map((n) => ({ id: `p-${n}`, address: `/files/${n}`, alt: `Фото ${n}` }));
const dialog = () => screen.findByRole('dialog');

describe('Gallery', () => {
  it('enlarges a picture and cycles through the others', async () => {
    renderBare(<Gallery label="Фото" pictures={pictures} />);
    await user.click(screen.getByRole('button', { name: 'Фото 2' }));
    const box = await dialog();
    expect(within(box).getByRole('img', { name: 'Фото 2' })).toBeDefined();
    expect(within(box).getByText('2 из 3')).toBeDefined();
    await user.click(within(box).getByRole('button', { name: 'Следующее изображение' }));
    await user.keyboard('{ArrowRight}');
    expect(within(box).getByRole('img', { name: 'Фото 1' })).toBeDefined();
    await user.keyboard('{ArrowLeft}');
    expect(within(box).getByRole('img', { name: 'Фото 3' })).toBeDefined();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows a single picture with its actions and without navigation', async () => {
    renderBare(
      <Gallery
        label="Фото"
        pictures={pictures.slice(0, 1)}
        actions={({ id }) => <button type="button">Удалить {id}</button>}
      />,
    );
    expect(screen.getByRole('button', { name: 'Удалить p-1' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Фото 1' }));
    expect(within(await dialog()).queryByText('1 из 1')).toBeNull();
  });
});
