import { describe, expect, it } from 'vitest';
import { merge } from './merge';

const picture = (signature: string, key = 'a.png') => ({
  title: 'Было',
  images: [{ key, address: `/files/${key}?e=1&s=${signature}` }],
});

describe('merging', () => {
  it('keeps what was typed and takes the rest', () => {
    const base = { name: 'Анна', job: 'декан' };
    const merged = merge({ ...base, name: 'Инна' }, base, { ...base, job: 'ректор' });
    expect(merged).toEqual({ values: { name: 'Инна', job: 'ректор' }, conflicts: {} });
  });

  it('does not take a link that is signed anew for somebody’s change', () => {
    const typed = { ...picture('1'), images: [] };
    expect(merge(typed, picture('1'), picture('2')).conflicts).toEqual({});
    const fresh = picture('2');
    expect(merge({ ...picture('1'), title: 'Стало' }, picture('1'), fresh).values).toEqual({
      title: 'Стало',
      images: fresh.images,
    });
  });

  it('takes another file for one', () => {
    const typed = { ...picture('1'), images: [] };
    expect(merge(typed, picture('1'), picture('1', 'b.png')).conflicts).toHaveProperty('images');
  });
});
