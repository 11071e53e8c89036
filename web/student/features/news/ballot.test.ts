import { describe, expect, it } from 'vitest';
import { answersOf, choose, chooseOther, missing, noChoice, type Question, share } from './ballot';

const question = (kind: Question['kind']): Question => ({
  ...{ question: '?', kind, allowsOther: true, others: null },
  variants: ['a', 'b'].map((letter) => ({ letter, text: letter, voted: null })),
});
const one = question('single');
const many = question('multiple');

describe('a ballot', () => {
  it('has one answer to a single-choice question', () => {
    const a = choose(one, noChoice, 'a');
    expect(choose(one, a, 'b').letters).toEqual(['b']);
    const other = chooseOther(one, a);
    expect(other).toMatchObject({ letters: [], isOther: true });
    expect(choose(one, other, 'a')).toMatchObject({ letters: ['a'], isOther: false });
  });

  it('has several answers to a multiple-choice question, which can be unchecked', () => {
    const both = choose(many, choose(many, noChoice, 'b'), 'a');
    expect(both.letters).toEqual(['b', 'a']);
    expect(choose(many, both, 'b').letters).toEqual(['a']);
    expect(chooseOther(many, both)).toMatchObject({ letters: ['b', 'a'], isOther: true });
    expect(chooseOther(many, chooseOther(many, both)).isOther).toBe(false);
  });

  it('is complete if every question has an answer', () => {
    expect(missing(noChoice)).toBe('choice');
    expect(missing({ letters: [], isOther: true, other: '  ' })).toBe('other');
    expect(missing({ letters: ['a'], isOther: true, other: '' })).toBe('other');
    expect(missing({ letters: ['a'], isOther: false, other: 'забыт' })).toBeNull();
  });

  it('sends an own answer only if it is selected', () => {
    expect(
      answersOf([
        { letters: ['a'], isOther: false, other: 'забыт' },
        { letters: [], isOther: true, other: ' Своё ' },
      ]),
    ).toEqual([{ variants: ['a'] }, { variants: [], other: 'Своё' }]);
  });

  it('computes whole percentages', () => {
    expect([share(1, 3), share(2, 3), share(0, 0)]).toEqual([33, 67, 0]);
  });
});
