import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const read = (page) => readFileSync(resolve(root, page), 'utf8');

const docs = readdirSync(join(root, 'docs'), { recursive: true })
  .map((name) => `docs/${name}`)
  .filter((name) => name.endsWith('.md'));
const pages = ['README.md', 'CONTRIBUTING.md', ...docs];

const withoutCodeBlocks = (text) => text.replaceAll(/^(`{3,}).*?^\1/gms, '');

/** What links and pictures point to, inline and as references; code is no link. */
const targetsIn = (text) =>
  [
    ...withoutCodeBlocks(text)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(<?([^)\s>]+)|^\[[^\]]+\]:\s*(\S+)/gm),
  ].map(([, inline, reference]) => inline ?? reference);

/** Anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page) {
  const taken = new Map();
  return [...withoutCodeBlocks(read(page)).matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading]) => {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const before = taken.get(slug) ?? 0;
    taken.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

/** Relative links of a text in `page` that lead to no file, or to no heading of a page. */
const brokenLinks = (page, text) =>
  targetsIn(text).filter((target) => {
    if (/^[a-z][a-z+.-]*:/i.test(target)) return false;
    const [path, anchor] = target.split('#');
    const file = path === '' ? page : join(dirname(page), decodeURIComponent(path));
    if (!existsSync(join(root, file))) return true;
    return anchor !== undefined && !(file.endsWith('.md') && anchorsOf(file).includes(anchor));
  });

test('a missing file and a missing heading are broken links', () => {
  const text = [
    '[file](docs/optics.md), [folder](docs/decisions), [heading](CONTRIBUTING.md#layers), [here](#from-a-shell)',
    '[site](https://example.org/none.md) `[code](none-1.md)`',
    '```\n[block](none-2.md)\n```',
    '[file](none-3.md) ![picture](docs/none-4.webp) [heading](CONTRIBUTING.md#none-5) [here](#none-6)',
    '[line](package.json#L1)\n[reference]: none-7.md',
  ].join('\n\n');
  expect(brokenLinks('README.md', text)).toEqual([
    'none-3.md',
    'docs/none-4.webp',
    'CONTRIBUTING.md#none-5',
    '#none-6',
    'package.json#L1',
    'none-7.md',
  ]);
});

test.each(pages)('the relative links of %s lead to files and headings', (page) => {
  expect(brokenLinks(page, read(page))).toEqual([]);
});

test('docs/README.md lists every page of docs', () => {
  const listed = targetsIn(read('docs/README.md')).map((target) => `docs/${target}`);
  expect(docs.filter((page) => page !== 'docs/README.md' && !listed.includes(page))).toEqual([]);
});
