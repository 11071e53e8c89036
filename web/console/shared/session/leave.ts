import { Problem, unreachable } from '../../../kit/api/problem';
import { notifyProblem } from '../notice/notices';
import { logout } from './logout';
import { getSession } from './session';
import { t } from './texts';

/** Logs out and says so if the server does not answer: the session then lasts longer. */
export async function leave() {
  const hasEnded = await logout();
  if (hasEnded || getSession().status !== 'out') return; // somebody may have signed in meanwhile
  const { title, text } = t.notEnded;
  notifyProblem(new Problem(unreachable), { title, [unreachable]: text });
}
