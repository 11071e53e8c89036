import { afterEach, describe, expect, it } from 'vitest';
import { dropDraft, dropForm, eraseDrafts, holdDraft, keepOnlyDraftsOf, readDraft } from './drafts';

const form = { operator: 'o-1', form: 'news/add' };
const dialog = { operator: 'o-1', form: 'news/add/survey' };
const sibling = { operator: 'o-1', form: 'news/address' };
const draft = { base: {}, values: { title: 'x' }, at: 1 };

const kept = async () => {
  const found = await Promise.all([form, dialog, sibling].map((name) => readDraft(name)));
  return found.map((one) => one !== undefined);
};
const holdAll = () => [form, dialog, sibling].map((name) => holdDraft(name, draft));

afterEach(() => void eraseDrafts());

describe('drafts', () => {
  it('of a dialog survive an unchanged form', async () => {
    holdAll();
    await dropDraft(form);
    expect(await kept()).toEqual([false, true, true]);
  });

  it('of a dialog are deleted when the form is saved or cancelled', async () => {
    holdAll();
    await dropForm(form);
    expect(await kept()).toEqual([false, false, true]);
  });

  it('of others are deleted when an operator signs in', async () => {
    holdAll();
    await keepOnlyDraftsOf('o-1');
    expect(await kept()).toEqual([true, true, true]);
    await keepOnlyDraftsOf('o-2');
    expect(await kept()).toEqual([false, false, false]);
  });

  it('belong to one operator', async () => {
    holdAll();
    expect(await readDraft({ ...form, operator: 'o-2' })).toBeUndefined();
  });
});
