import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteChange } from '../../../kit/api/sent';
import { ignoreImpatience } from './impatience';

let stop: () => void;
let clock = 0;
const pressed = vi.fn();

const put = (html: string) => {
  document.body.innerHTML = html;
  for (const element of document.body.querySelectorAll('[id]')) {
    element.addEventListener('click', () => pressed(element.id));
  }
};

function click(id: string, after: number, place = 100) {
  clock += after;
  const event = new MouseEvent('click', {
    bubbles: true,
    cancelable: true,
    detail: 1,
    clientX: place,
    clientY: place,
  });
  Object.defineProperty(event, 'timeStamp', { value: clock });
  document.getElementById(id)?.dispatchEvent(event);
  return event;
}
const hits = () => pressed.mock.calls.map(([id]) => id);

beforeEach(() => {
  pressed.mockReset();
  put('<button id="approve"></button><a id="edit" href="#x"></a><p id="text"></p>');
  stop = ignoreImpatience();
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

describe('the second click of a double click', () => {
  const changes: [string, () => void][] = [
    ['a change', noteChange],
    ['another page', () => history.pushState(null, '', '/elsewhere')],
    ['a dialog', () => document.body.insertAdjacentHTML('beforeend', '<div role="dialog"></div>')],
  ];
  it.each(changes)('does not hit what %s has put under the pointer', (_name, change) => {
    click('approve', 1000);
    change();
    expect(click('edit', 100).defaultPrevented).toBe(true);
    click('text', 100); // nor does the third, on the page behind
    expect(hits()).toEqual(['approve']);
    click('text', 200); // 400 ms after the first
    expect(hits()).toEqual(['approve', 'text']);
  });

  it('hits what has moved up to the pointer, if nothing was decided', () => {
    click('approve', 1000);
    document.getElementById('approve')?.remove();
    click('edit', 100);
    expect(hits()).toEqual(['approve', 'edit']);
  });

  it('hits the same control again, so a pager can be clicked quickly', () => {
    for (let i = 0; i < 3; i += 1) click('approve', 100);
    expect(hits()).toEqual(['approve', 'approve', 'approve']);
  });

  it('does not hit the same element with another label', () => {
    put('<button id="move">Разблокировать</button>');
    click('move', 1000);
    for (const button of document.querySelectorAll('button')) button.textContent = 'Заблокировать';
    click('move', 120);
    expect(hits()).toEqual(['move']);
    click('move', 600);
    expect(hits()).toEqual(['move', 'move']);
  });

  it('is a separate click later or elsewhere', () => {
    click('approve', 1000);
    click('edit', 600);
    click('approve', 100, 140);
    expect(hits()).toEqual(['approve', 'edit', 'approve']);
  });

  it('ignores the click that a label forwards to its checkbox', () => {
    put('<label id="label"><span id="word"></span><input id="box" type="checkbox"></label>');
    click('word', 1000);
    click('box', 1);
    expect(hits()).toContain('box');
  });
});

describe('a held Enter', () => {
  const enter = (target: Element | null, repeat: boolean) => {
    const event = new KeyboardEvent('keydown', {
      key: 'Enter',
      repeat,
      bubbles: true,
      cancelable: true,
    });
    target?.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('clicks a button once', () => {
    const button = document.getElementById('approve');
    expect(enter(button, false)).toBe(false);
    expect(enter(button, true)).toBe(true);
  });

  it('inserts lines in a textarea', () => {
    put('<textarea id="long"></textarea>');
    expect(enter(document.getElementById('long'), true)).toBe(false);
  });
});
