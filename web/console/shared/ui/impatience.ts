import { changesSent } from '../../../kit/api/sent';

// The second click of a double click belongs to the target of the first. If the first has changed the screen (another page, a
// dialog opened or closed, a change sent), the second hits whatever is now under the pointer: another button, a row, the
// page behind a dialog. Browsers count clicks differently when the element changes, so time and position decide. An
// element whose text has changed is another control: React reuses the button 'Разблокировать' for 'Заблокировать'.
// Where nothing of that has happened, quick clicks pass, also on what moved up to the pointer: the next cross of a row of
// tags.

// Maximum time (ms) and distance (px) of a double click.
const doubleTime = 350;
const doubleDistance = 6;

const controls = 'a, button, input, select, textarea, summary, label, [role], [tabindex]';

function controlAt(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest(controls) : null;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/** What a click sees of the screen before it acts. */
const screenNow = () =>
  [location.href, document.querySelectorAll('[role=dialog]').length, changesSent()].join();

type Click = {
  at: number;
  x: number;
  y: number;
  control: Element | null;
  text: string;
  screen: string;
};

const isOther = (last: Click, next: Click) =>
  last.control === next.control ? last.text !== next.text : last.screen !== next.screen;

const isDouble = (last: Click, next: Click) =>
  next.at - last.at < doubleTime && Math.hypot(next.x - last.x, next.y - last.y) < doubleDistance;

// Key repeat of Enter clicks a button many times a second; in a textarea it inserts lines.
function ignoreHeldEnter(event: KeyboardEvent) {
  const { target, key, repeat } = event;
  if (!repeat || key !== 'Enter') return;
  if (target instanceof HTMLTextAreaElement) return;
  if (target instanceof HTMLElement && target.isContentEditable) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Ignores the second click of a double click on what the first one brought, and key repeat of Enter. */
export function ignoreImpatience(): () => void {
  let last: Click | undefined;
  const click = (event: MouseEvent) => {
    if (event.detail === 0) return; // from the keyboard or a script
    const { timeStamp: at, clientX: x, clientY: y } = event;
    const control = controlAt(event.target);
    const next = { at, x, y, control, text: control?.textContent ?? '', screen: screenNow() };
    if (last && isDouble(last, next) && isOther(last, next)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    last = next;
  };
  addEventListener('click', click, { capture: true });
  addEventListener('keydown', ignoreHeldEnter, { capture: true });
  return () => {
    removeEventListener('click', click, { capture: true });
    removeEventListener('keydown', ignoreHeldEnter, { capture: true });
  };
}
