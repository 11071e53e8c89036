import { expect, type Page } from './test';

/** A control with a barely visible border. */
type Faint = { control: string; ratio: number };

// Runs in the browser and measures every enabled control by its computed styles.
function measure() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const luminance = (colour: string) => {
    if (!canvas) throw new Error('no canvas');
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data]
      .map((part) => part / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string) => {
    const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  };
  const clear = (colour: string) => /, 0\)$|^transparent$/.test(colour);
  const ground = (from: Element | null): string => {
    if (!from) return 'white';
    const { backgroundColor } = getComputedStyle(from);
    return clear(backgroundColor) ? ground(from.parentElement) : backgroundColor;
  };
  // The box of a control: itself or the frame around it. A focused one has a ring instead of a border.
  const edge = (element: Element | null, depth = 0): { box: Element; colour: string } | null => {
    if (!element || depth > 4) return null;
    const style = getComputedStyle(element);
    const ringed = style.outlineStyle === 'solid' && style.outlineWidth !== '0px';
    if (ringed) return { box: element, colour: style.outlineColor };
    const bordered = style.borderBottomStyle === 'solid' && style.borderBottomWidth !== '0px';
    if (bordered && !clear(style.borderBottomColor)) {
      return { box: element, colour: style.borderBottomColor };
    }
    return edge(element.parentElement, depth + 1);
  };
  const isUsable = (control: Element) => {
    const { width, height } = control.getBoundingClientRect();
    const { opacity, visibility } = getComputedStyle(control);
    return width > 4 && height > 4 && opacity !== '0' && visibility !== 'hidden';
  };
  const controls = 'input, textarea, select, [contenteditable="true"]';
  return [...document.querySelectorAll(controls)]
    .filter((control) => !control.matches(':disabled, [readonly]') && isUsable(control))
    .map((control) => {
      const found = edge(control);
      const name = control.getAttribute('aria-label') ?? control.id;
      const label = `${control.tagName} ${control.getAttribute('type') ?? ''} ${name}`;
      if (!found) return { control: label, ratio: 0 };
      const { box, colour } = found;
      // A checked box is filled with its border colour, so the surrounding surface counts.
      const inside = control.matches(':checked') ? ground(box.parentElement) : ground(box);
      const ratio = Math.min(contrast(colour, inside), contrast(colour, ground(box.parentElement)));
      return { control: label, ratio: Math.round(ratio * 100) / 100 };
    });
}

/** Every control on the page has a visible border: at least 3:1 to the surface behind and inside it (rules 21.15). */
export async function expectSeen(page: Page, what: string, least = 1) {
  // What opens has its controls a moment later, and colours are animated after a change of state.
  await expect
    .poll(async () => (await page.evaluate(measure)).length, `${what}: controls`)
    .toBeGreaterThanOrEqual(least);
  await expect
    .poll(async () => (await page.evaluate(measure)).filter(({ ratio }) => ratio < 3), what)
    .toEqual([] satisfies Faint[]);
}
