import { fireEvent, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderBare } from '../../test/render';
import { jwt } from '../../test/tokens';
import { useKeys } from '../keys/useKeys';
import { startSession } from '../session/session';
import { ComingDialog } from './ComingDialog';
import { lazily } from './lazily';

const approve = vi.fn();
let come = (_: () => null) => {};
const code = new Promise<() => null>((resolve) => {
  come = resolve;
});
const Coming = lazily(() => code, { waiting: <ComingDialog /> });

function Round() {
  useKeys({ KeyA: approve });
  return <Coming />;
}

it('keeps the keys from the page while the code of a dialog is being loaded', async () => {
  startSession({ access: jwt({ role: 'operator_all' }), refresh: 'r' });
  renderBare(<Round />);
  fireEvent.keyDown(document.body, { code: 'KeyA', key: 'ф' });
  expect(approve).not.toHaveBeenCalled();
  come(() => null);
  await waitFor(() => expect(document.querySelector('[aria-modal]')).toBeNull());
  fireEvent.keyDown(document.body, { code: 'KeyA', key: 'ф' });
  expect(approve).toHaveBeenCalledOnce();
});
