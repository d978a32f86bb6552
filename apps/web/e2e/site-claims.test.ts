import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeSite } from './browser.ts';

/** Rows of the tables of docs/claims.md: sentence and page. */
const claims = readFileSync(new URL('../../../docs/claims.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\|.*\|\s*\/[a-z_/]*\s*\|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, sentence, path, shownBy]) => ({
    sentence: sentence!,
    path: path!,
    shownBy: shownBy!,
  }));

/** What a page without scripts says, with single spaces. */
async function textOf(address: string): Promise<string> {
  const html = await (await fetch(address)).text();
  return html
    .replace(/^[\s\S]*<body/, '<body')
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<!--.*?-->|<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

describeSite('claims of the site (docs/claims.md)', (site) => {
  test('the document lists claims of every kind of page', () => {
    expect(new Set(claims.map(({ path }) => path)).size).toBeGreaterThanOrEqual(15);
    expect(claims.filter(({ shownBy }) => shownBy === '')).toEqual([]);
  });

  test.each([...new Set(claims.map(({ path }) => path))])(
    '%s says each sentence that the document lists',
    async (path) => {
      const text = await textOf(site().address + path);
      for (const { sentence } of claims.filter((claim) => claim.path === path))
        expect(text).toContain(sentence);
    },
  );
});
