import { expect, it } from 'vitest';
import { htmlOf } from './html.ts';

it('leaves no mark-up of strangers', () => {
  expect(htmlOf(`<a href="x" title='y'>&amp;</a>`)).toContain(
    '<p>&lt;a href=&quot;x&quot; title=&apos;y&apos;&gt;&amp;amp;&lt;/a&gt;</p>',
  );
});

it('keeps paragraphs and lines', () => {
  expect(htmlOf('one\ntwo\n\n\nthree')).toContain('<p>one<br>two</p>\n<p>three</p>');
});
