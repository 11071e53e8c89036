import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { RichText } from './RichText';

const drawn = (source: string) =>
  render(<RichText source={source} />).container.firstElementChild?.innerHTML;

describe('rich text', () => {
  it.each([
    ['<p>Да <strong>и</strong> нет<br>ещё</p>', '<p>Да <strong>и</strong> нет<br>ещё</p>'],
    ['Просто текст & знаки <', 'Просто текст &amp; знаки &lt;'],
    ['<ul><li>раз</li></ul>', '<ul><li>раз</li></ul>'],
    ['<script>alert(1)</script><p>после</p>', '<p>после</p>'],
    ['<img src=x onerror=alert(1)>рядом', 'рядом'],
    ['<p onclick="alert(1)" style="color:red">п</p>', '<p>п</p>'],
    ['<a href="javascript:alert(1)">ссылка</a>', '<a>ссылка</a>'],
    ['<iframe srcdoc="<p>x</p>"></iframe>', ''],
    ['<!-- слово --><p>п</p>', '<p>п</p>'],
  ])('%s', (source, shown) => {
    expect(drawn(source)).toBe(shown);
  });

  it('opens links in a new tab', () => {
    expect(drawn('<a href="https://a.example">а</a>')).toBe(
      '<a href="https://a.example" target="_blank" rel="noopener noreferrer nofollow">а</a>',
    );
  });
});
