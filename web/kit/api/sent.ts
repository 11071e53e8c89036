let count = 0;

/** Notes that a change is sent to the server. */
export function noteChange() {
  count += 1;
}

/** How many changes this page has sent. */
export const changesSent = () => count;
