import { expect, it } from 'vitest';
import { escapeHtml, htmlOf } from './html.ts';

it('leaves no mark-up of strangers', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
});

it('keeps paragraphs and lines', () => {
  expect(htmlOf('one\ntwo\n\n\nthree')).toContain('<p>one<br>two</p>\n<p>three</p>');
});
