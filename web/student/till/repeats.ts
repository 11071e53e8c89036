import { cardOf } from './shown';

const gone = 3000; // ms without the code before it counts as shown again

/**
 * Tells new texts from repeated ones: a card that stays in front of the camera is one check, not one
 * per frame.
 */
export function makeRepeats() {
  let last = '';
  let seen = 0;
  let isAccepted = false;
  let askAgainAt = Number.POSITIVE_INFINITY;
  // An accepted card renews its code while it stays; a refused one with a new code was corrected.
  const isLast = (text: string) => (isAccepted ? cardOf(text) === cardOf(last) : text === last);
  return {
    /** Reports whether to check the text. */
    isNew(text: string, now = Date.now()): boolean {
      const isNew = !isLast(text) || now - seen > gone || now >= askAgainAt;
      if (isNew) {
        isAccepted = false;
        askAgainAt = Number.POSITIVE_INFINITY;
      }
      last = text;
      seen = now;
      return isNew;
    },
    /** The check of the last text accepted the card. */
    accept() {
      isAccepted = true;
    },
    /** The check of the last text got no answer: the card is checked again, though it stays. */
    askAgain(now = Date.now()) {
      askAgainAt = now + gone;
    },
  };
}
