import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import { fieldErrors } from '../../shared/form/refusal';
import { errorsOf } from '../../shared/form/schema';
import { partnerWire } from '../../test/partners';
import { discountSchema, shownValue } from './discounts/rules';
import { bannersOf, emptyPartner, fieldOf, partnerSchema, valuesOf } from './form/rules';
import { cardPhone, missingOf } from './rules';
import { vacancySchema } from './vacancies/rules';

describe('a card', () => {
  it('formats the phone', () => {
    expect(cardPhone('79123456789')).toBe('+7 912 345-67-89');
    expect(cardPhone('123')).toBe('123');
  });

  it('warns about missing parts', () => {
    const of = (countSalePoints: number, countDiscounts: number) =>
      missingOf(partnerWire({ countSalePoints, countDiscounts }));
    expect([of(0, 0), of(0, 1), of(2, 0), of(1, 1)]).toEqual([
      'нет торговых точек и скидок',
      'нет торговых точек',
      'нет скидок',
      null,
    ]);
  });
});

describe('the form of a partner', () => {
  const good = valuesOf({ partner: partnerWire({ socialNetworks: [] }), version: '"3"' });
  const errors = (changes: Partial<typeof good>) =>
    errorsOf(partnerSchema, { ...good, ...changes });

  it('accepts a loaded card', () => {
    expect(errors({})).toEqual({});
    expect(good).toMatchObject({ city: 'c-1', logo: 'logo.png', keyImage: '', version: '"3"' });
  });

  it('requires name, phone, city and category', () => {
    expect(errorsOf(partnerSchema, emptyPartner)).toEqual({
      name: 'Укажите название',
      phone: 'Укажите телефон',
      city: 'Выберите город',
      category: 'Выберите категорию',
    });
  });

  it('checks every limit exactly', () => {
    expect(errors({ name: 'ё'.repeat(200) })).toEqual({});
    expect(errors({ name: 'ё'.repeat(201) })).toEqual({ name: 'Не более 200 символов' });
    expect(errors({ legalName: 'ё'.repeat(301) })).toEqual({ legalName: 'Не более 300 символов' });
    expect(errors({ description: `<p>${'ё'.repeat(2000)}</p>` })).toEqual({});
    expect(errors({ description: `<p>${'ё'.repeat(2001)}</p>` })).toEqual({
      description: 'Максимальное количество символов: 2000',
    });
    expect(errors({ phone: '7912345678' })).toHaveProperty('phone');
  });

  it.each(['7729082090', '7801002274', '500100732259', ''])('accepts the ИНН %j', (inn) => {
    expect(errors({ inn })).toEqual({});
  });

  it.each(['7729082091', '500100732258', '500100732269', '772908209', '00000000001'])(
    'refuses the ИНН %j',
    (inn) => {
      expect(errors({ inn })).toHaveProperty('inn');
    },
  );

  it.each(['example.ru', 'http:example.ru', 'ftp://example.ru', 'javascript:alert(1)', 'https://'])(
    'refuses the link %j everywhere',
    (link) => {
      const links = { site: link, vk: link, instagram: link, fb: link, twitter: link };
      expect(Object.keys(errors(links)).sort()).toEqual([
        ...['fb', 'instagram', 'site', 'twitter', 'vk'],
      ]);
    },
  );

  it('validates an e-mail only if there is one', () => {
    expect(errors({ email: '' })).toEqual({});
    expect(errors({ email: 'нет' })).toEqual({ email: 'E-mail неверного формата' });
  });

  it('distinguishes empty and invalid fields in its banners', () => {
    expect(bannersOf([undefined, false])).toEqual([]);
    expect(bannersOf(['Укажите название'])).toEqual(['Не заполнены поля']);
    expect(bannersOf(['E-mail неверного формата'])).toEqual(['Неверный формат']);
    expect(bannersOf(['Укажите телефон', 'E-mail неверного формата'])).toEqual([
      'Не заполнены поля',
      'Неверный формат',
    ]);
  });

  it('maps the server’s fields', () => {
    const said = (...fields: string[]) =>
      fieldErrors(
        new Problem(422, { errors: fields.map((field) => ({ field, message: field })) }),
        emptyPartner,
        fieldOf,
      );
    expect(said('uuidMainCity', 'linkToSite', 'keyImg', 'name')).toEqual({
      city: 'uuidMainCity',
      site: 'linkToSite',
      keyImage: 'keyImg',
      name: 'name',
    });
    expect(said('socialNetworks[2].link')).toEqual({ fb: 'socialNetworks[2].link' });
    expect(said('discounts[0].size')).toEqual({ '': 'discounts[0].size' });
  });
});

describe('a discount', () => {
  const values = { type: 'fix', size: '10', name: '', description: 'На всё' } as const;
  const errors = (changes: object) =>
    Object.fromEntries(
      Object.entries(errorsOf(discountSchema, { ...values, ...changes })).filter(([, e]) => e),
    );

  it('requires the value of its kind and a description', () => {
    expect(errors({})).toEqual({});
    expect(errors({ size: ' ', description: ' ' })).toEqual({
      size: 'Укажите размер скидки',
      description: 'Опишите скидку',
    });
    expect(errors({ type: 'free', size: 'не число' })).toEqual({
      name: 'Укажите, что получит студент',
    });
  });

  it('checks its limits', () => {
    expect(errors({ size: '12345678901' })).toEqual({});
    expect(errors({ size: '123456789012' })).toHaveProperty('size');
    expect(errors({ size: 'десять' })).toEqual({ size: 'Размер скидки — число' });
    expect(errors({ size: '12,5' })).toEqual({});
    expect(errors({ type: 'free', name: 'ё'.repeat(30) })).toEqual({});
    expect(errors({ type: 'free', name: 'ё'.repeat(31) })).toHaveProperty('name');
    expect(errors({ description: 'ё'.repeat(140) })).toEqual({});
    expect(errors({ description: 'ё'.repeat(141) })).toHaveProperty('description');
  });

  it('is named by its value', () => {
    expect(shownValue({ type: 'fix', size: '10.5', name: null })).toBe('10,5\u00a0%');
    expect(shownValue({ type: 'free', size: null, name: 'Десерт' })).toBe('Десерт');
  });
});

describe('a vacancy', () => {
  const takes = (changes: object) =>
    v.safeParse(vacancySchema, {
      title: 'Бариста',
      link: 'https://a.ru',
      description: '',
      ...changes,
    }).success;

  it('requires a title and a valid link', () => {
    expect([
      takes({}),
      takes({ link: 'mailto:a@a.ru' }),
      takes({ link: 'tel:+79123456789' }),
    ]).toEqual([true, true, true]);
    expect([takes({ title: ' ' }), takes({ link: '' }), takes({ link: 'javascript:1' })]).toEqual([
      false,
      false,
      false,
    ]);
    expect([takes({ title: 'ё'.repeat(200) }), takes({ title: 'ё'.repeat(201) })]).toEqual([
      true,
      false,
    ]);
  });
});
