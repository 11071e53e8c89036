import { describe, expect, it } from 'vitest';
import { merge } from './merge';

const picture = (signature: string, key = 'a.png') => ({
  title: 'Было',
  images: [{ key, address: `/files/${key}?e=1&s=${signature}` }],
});

describe('merging', () => {
  it('keeps typed fields and takes the rest from the server', () => {
    const base = { name: 'Анна', job: 'декан' };
    const merged = merge({ ...base, name: 'Инна' }, base, { ...base, job: 'ректор' });
    expect(merged).toEqual({ values: { name: 'Инна', job: 'ректор' }, conflicts: {} });
  });

  it('does not treat a new signature of a link as a change', () => {
    const typed = { ...picture('1'), images: [] };
    expect(merge(typed, picture('1'), picture('2')).conflicts).toEqual({});
    const fresh = picture('2');
    expect(merge({ ...picture('1'), title: 'Стало' }, picture('1'), fresh).values).toEqual({
      title: 'Стало',
      images: fresh.images,
    });
  });

  it('treats another file as a change', () => {
    const typed = { ...picture('1'), images: [] };
    expect(merge(typed, picture('1'), picture('1', 'b.png')).conflicts).toHaveProperty('images');
  });
});
