import { describe, expect, it } from 'vitest';
import { jwt, operator } from '../../test/tokens';
import { readToken } from './token';

describe('readToken', () => {
  it('reads Cyrillic names', () => {
    expect(readToken(jwt())?.operator).toEqual(operator());
  });

  it('turns seconds into milliseconds', () => {
    const token = readToken(jwt({ iat: 100, exp: 700 }));
    expect(token).toMatchObject({ issuedAt: 100_000, expiresAt: 700_000 });
  });

  it.each([
    ['chairman', null, true],
    ['operator_univer', 'chairman', true],
    ['operator_univer', null, false],
    ['operator_univer', 'other', false],
  ])('role %s with the flag %s: chairman %s', (role, adminSupportingRole, chairman) => {
    expect(readToken(jwt({ role, adminSupportingRole }))?.operator.chairman).toBe(chairman);
  });

  it.each([[''], ['student'], ['OPERATOR_ALL'], [null], [7], ['__proto__']])(
    'refuses the role %j',
    (role) => expect(readToken(jwt({ role }))).toBeNull(),
  );

  it.each(['', 'x', 'a.b.c', 'a..c', 'a.bnVsbA.c', 'a.WzFd.c', 'a.%%%.c', 'a._-8.c'])(
    'refuses %j',
    (text) => expect(readToken(text)).toBeNull(),
  );

  it('reads a missing structure flag as false', () => {
    expect(readToken(jwt({ hierarchyFilled: undefined }))?.operator.hierarchyFilled).toBe(false);
  });
});
