import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentPage } from './document-html.ts';
import { pagesIn, pathOfDocument } from './documents.ts';

const textOf = (name: string): string =>
  readFileSync(new URL(`../../../../../${pathOfDocument(name)}.md`, import.meta.url), 'utf8');
const pages = pagesIn(textOf('README'));
const isPage = (name: string): boolean => pages.some((page) => page.name === name);

const OTHER = 'two';

it('leads to pages, pictures and other sites; what the site does not have is text', () => {
  const { title, html, sections } = documentPage(
    'one',
    [
      '# One & *two*',
      '<a id="where"></a>\n## Where',
      `[a](${OTHER}.md#x) [b](../apps/web) ![c](media/c.svg) [d](#where) [e](https://e.org/?a=1&b=2)`,
      '## A `b` c',
      '| x |\n|--:|\n| 1 |',
    ].join('\n\n'),
    (name) => name === OTHER,
  );
  expect(title).toBe('One & two');
  expect(sections).toEqual([
    { id: 'where', title: 'Where' },
    { id: 'a-b-c', title: 'A b c' },
  ]);
  expect(html).toContain('<a id="where"></a>\n<h2>Where</h2>');
  expect(html).toContain(
    '<a href="/documentation/two#x">a</a> b <img src="/documents/media/c.svg" alt="c" loading="lazy"> <a href="#where">d</a> <a href="https://e.org/?a=1&amp;b=2">e</a>',
  );
  expect(html).toContain('<h2 id="a-b-c">A <code>b</code> c</h2>');
  expect(html).toContain('<th align="right">x</th>');
});

it('every link of a page leads to a page, a place in it, or a picture that is there', () => {
  const html = new Map(
    pages.map(({ name }) => [name, documentPage(name, textOf(name), isPage).html] as const),
  );
  const broken = [...html].flatMap(([name, text]) =>
    [...text.matchAll(/(?:href|src)="([^"]*)"/g)].flatMap(([, target = '']) => {
      if (/^https?:/.test(target)) return [];
      const [, file] = /^\/documents\/(.+)$/.exec(target) ?? [];
      if (file !== undefined) {
        const isThere = existsSync(new URL(`../../../../../docs/${file}`, import.meta.url));
        return isThere ? [] : [`${name}: ${target}`];
      }
      const [, page = name, place] = /^(?:\/documentation\/([^#]+))?(?:#(.*))?$/.exec(target) ?? [];
      const has = place === undefined ? html.has(page) : html.get(page)?.includes(` id="${place}"`);
      return has ? [] : [`${name}: ${target}`];
    }),
  );
  expect(html.size).toBeGreaterThan(25);
  expect(broken).toEqual([]);
});

it('no place of a page comes twice', () => {
  for (const { name } of pages) {
    const { html } = documentPage(name, textOf(name), isPage);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(
      ids.filter((id, at) => ids.indexOf(id) !== at),
      name,
    ).toEqual([]);
  }
});
