import { describe, expect, it } from 'vitest';
import { universityFilter } from './filter';
import { rememberUniversities } from './names';

describe('the university filter', () => {
  const uuid = '6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7b22';

  it('is a uuid in the URL; anything else is no filter', () => {
    expect(universityFilter.read(universityFilter.write(uuid))).toBe(uuid);
    expect(universityFilter.write(universityFilter.none)).toBe('');
    for (const text of ['', 'admin', `{${uuid}}`, uuid.replaceAll('-', '')]) {
      expect(universityFilter.read(text)).toBeNull();
    }
    expect([universityFilter.body(null), universityFilter.body(uuid)]).toEqual([undefined, uuid]);
  });

  it('is a chip with the name once it is known', () => {
    expect(universityFilter.chips(null)).toEqual([]);
    expect(universityFilter.chips(uuid)).toEqual([
      { id: uuid, label: 'Университет', without: null },
    ]);
    rememberUniversities([[uuid, 'СПбГУ']]);
    expect(universityFilter.chips(uuid)[0]?.label).toBe('СПбГУ');
  });
});
