import { getSession, onSession } from '../session/session';

// Until the next sign-in: the line comes back when somebody else, or the same operator again, signs in.
let dismissed = false;

onSession(() => {
  if (getSession().status === 'out') dismissed = false;
});

/** Whether the operator has hidden the line in this session. */
export const isDismissed = () => dismissed;

/** Hides the line in this session. */
export const remember = () => {
  dismissed = true;
};
