import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderBare } from '../../test/render';
import { RichText } from './RichText';
import { SafeHtml } from './SafeHtml';

const shown = (source: string) => {
  const { container } = renderBare(<SafeHtml source={source} className="here" />);
  return container.querySelector('.here')?.innerHTML ?? '';
};

describe('SafeHtml', () => {
  it('keeps the markup of the editor', () => {
    const source =
      '<p>Скидка <strong>10</strong> и <em>кофе</em><br></p><ul><li><p>раз</p></li></ul>';
    expect(shown(source)).toBe(source);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<p onclick="alert(1)" style="color:red" class="x" id="y">а</p>',
    '<a href="javascript:alert(1)">а</a>',
    '<a href="&#106;avascript:alert(1)">а</a>',
    '<a href="//evil.example">а</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<form action="/x"><input name="a"></form>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<p data-x="1" aria-label="z">а</p>',
  ])('leaves nothing dangerous of %s', (source) => {
    expect(shown(source)).not.toMatch(
      /script|onerror|onclick|style|class=|id=|iframe|form|input|img|svg|math|evil|data-|aria-/i,
    );
  });

  it('opens links in a new tab without a referrer', () => {
    expect(shown('<a href="https://example.ru/">сайт</a>')).toBe(
      '<a href="https://example.ru/" rel="noopener noreferrer nofollow" target="_blank">сайт</a>',
    );
  });
});

it('RichText sanitizes its HTML', async () => {
  renderBare(<RichText source="<p>Описание<script>x</script></p>" />);
  expect((await screen.findByText('Описание')).outerHTML).toBe('<p>Описание</p>');
});
