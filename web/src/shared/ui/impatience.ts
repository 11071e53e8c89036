// The second click of a double click is meant for what the first one hit. Where the first one has changed the
// screen, it would hit whatever has come under the pointer: another button, a row of the list, the page behind a
// dialog. Browsers count the clicks of a double click differently when the element changes, so time and place
// decide. Clicks on one control pass: a pager or a calendar may be clicked through quickly.

// How close two clicks of a double click are: ms, px.
const doubleTime = 350;
const doubleDistance = 6;

const controls = 'a, button, input, select, textarea, summary, label, [role], [tabindex]';

function controlAt(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest(controls) : null;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

type Click = { at: number; x: number; y: number; control: Element | null };

const isDouble = (last: Click, next: Click) =>
  next.at - last.at < doubleTime && Math.hypot(next.x - last.x, next.y - last.y) < doubleDistance;

// A held Enter presses a button many times a second; in a text it only makes lines.
function ignoreHeldEnter(event: KeyboardEvent) {
  const { target, key, repeat } = event;
  if (!repeat || key !== 'Enter') return;
  if (target instanceof HTMLTextAreaElement) return;
  if (target instanceof HTMLElement && target.isContentEditable) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Drops the second click of a double click that hits something else than the first, and repeats of a held Enter. */
export function ignoreImpatience(): () => void {
  let last: Click = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0, control: null };
  const click = (event: MouseEvent) => {
    if (event.detail === 0) return; // by the keyboard or by a script
    const { timeStamp: at, clientX: x, clientY: y } = event;
    const next = { at, x, y, control: controlAt(event.target) };
    if (isDouble(last, next) && next.control !== last.control) {
      event.preventDefault();
      event.stopImmediatePropagation();
      last = { ...last, at }; // a third click belongs to the first one too
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
