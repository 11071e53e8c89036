import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderBare } from '../../test/render';
import { user } from '../../test/user';
import { RichTextField } from './RichTextField';
import { isLink, linkAddress, plainText } from './richText';
import { optionalRichText, requiredRichText } from './schema';

const takes = (schema: v.GenericSchema, html: string) => v.safeParse(schema, html).success;

describe('the rules of rich text', () => {
  it('count code points without tags', () => {
    const schema = optionalRichText(4);
    expect(takes(schema, '<p><strong>ёжик</strong></p>')).toBe(true);
    expect(takes(schema, '<p>🦔🦔</p><p>🦔🦔</p>')).toBe(true);
    expect(takes(schema, '<p>ёжики</p>')).toBe(false);
    expect(takes(schema, '&lt;b&gt;')).toBe(true); // counts as the three characters <b>
    expect(takes(schema, '')).toBe(true);
  });

  it('detect a text without words as empty', () => {
    expect(takes(requiredRichText(10), '<p>  </p><p></p>')).toBe(false);
    expect(takes(requiredRichText(10), '<p>да</p>')).toBe(true);
  });

  it('parse HTML without executing it', () => {
    expect(plainText('<p>а<img src=x onerror="window.ran=1"></p>')).toBe('а');
    expect('ran' in window).toBe(false);
  });

  it.each([
    ['example.ru', 'https://example.ru'],
    [' пример.рф/путь?a=1 ', 'https://пример.рф/путь?a=1'],
    ['http://example.ru/', 'http://example.ru/'],
    ['mailto:a@example.ru', 'mailto:a@example.ru'],
    ['tel:+79123456789', 'tel:+79123456789'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['два слова.ру', null],
    ['a@example.ru', null],
    ['', null],
  ])('take %j as the address %j', (typed, address) => {
    expect(linkAddress(typed)).toBe(address);
  });

  it('reject a URL without a scheme', () => {
    expect([isLink('example.ru'), isLink('//example.ru'), isLink('https://example.ru')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

let saved = '';
function Form({ initial = '', limit = 10 }: { initial?: string; limit?: number }) {
  const [value, setValue] = useState(initial);
  saved = value;
  return (
    <>
      <RichTextField label="Описание" name="d" value={value} onChange={setValue} limit={limit} />
      <button type="button" onClick={() => setValue('<p>другое</p>')}>
        Извне
      </button>
    </>
  );
}

const box = () => screen.findByRole('textbox', { name: 'Описание' });
const count = () => screen.getByText(/^Символов: /).textContent;

/** Inserts text as a paste: jsdom does not support typing into contenteditable. */
async function put(text: string) {
  const field = await box();
  await user.click(field);
  await user.paste(text);
}

describe('RichTextField', () => {
  beforeEach(() => {
    // Stubs for the editor that jsdom lacks.
    const rect = { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 };
    Object.assign(Range.prototype, {
      getClientRects: () => [rect],
      getBoundingClientRect: () => rect,
    });
    Object.assign(document, { elementFromPoint: () => null });
  });
  afterEach(() => vi.useRealTimers());

  it('stores HTML, and an empty string for an empty text', async () => {
    renderBare(<Form />);
    await put('слово');
    expect(saved).toBe('<p>слово</p>');
    expect(count()).toBe('Символов: 5 из 10');
    await user.click(screen.getByRole('button', { name: 'Полужирный' }));
    expect(screen.getByRole('button', { name: 'Полужирный' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });

  it('shows a message for six seconds if a text is too long, and marks it until it is shorter', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderBare(<Form />);
    await put('десять лет');
    expect(screen.queryByRole('alert')).toBeNull();
    await put('!');
    expect(screen.getByRole('alert').textContent).toBe('Максимальное количество символов: 10');
    expect((await box()).getAttribute('aria-invalid')).toBe('true');
    act(() => void vi.advanceTimersByTime(5900));
    expect(screen.queryByRole('alert')).not.toBeNull();
    act(() => void vi.advanceTimersByTime(200));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(count()).toBe('Символов: 11 из 10');
    expect((await box()).getAttribute('aria-invalid')).toBe('true');
  });

  it('accepts an external value', async () => {
    renderBare(<Form initial="<p>одно</p>" />);
    expect((await box()).textContent).toBe('одно');
    expect(count()).toBe('Символов: 4 из 10');
    await user.click(screen.getByRole('button', { name: 'Извне' }));
    expect((await box()).textContent).toBe('другое');
    expect(count()).toBe('Символов: 6 из 10');
  });

  it('sets, changes and removes a link, and refuses an unsafe one', async () => {
    renderBare(<Form limit={100} />);
    await put('скидки');
    await user.keyboard('{Control>}a{/Control}');
    const open = () => user.click(screen.getByRole('button', { name: 'Ссылка' }));
    await open();
    const address = await screen.findByRole('textbox', { name: 'Адрес ссылки' });
    await user.type(address, 'javascript:alert(1){Enter}');
    expect(screen.getByText(/^Укажите адрес сайта/)).toBeDefined();
    await user.clear(address);
    await user.type(address, 'example.ru{Enter}');
    expect(saved).toContain('href="https://example.ru"');
    await open();
    await user.click(await screen.findByRole('button', { name: 'Убрать ссылку' }));
    expect(saved).not.toContain('href');
    expect(saved).toContain('скидки');
  });

  it('has a toolbar with roving focus', async () => {
    renderBare(<Form />);
    await box();
    await user.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Полужирный');
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Курсив');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Ссылка');
  });
});
