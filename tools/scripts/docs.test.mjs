import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readValidation, tablesInDocs, tablesOf } from './validation.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const read = (page) => readFileSync(resolve(root, page), 'utf8');

const docs = readdirSync(join(root, 'docs'), { recursive: true })
  .map((name) => `docs/${name}`)
  .filter((name) => name.endsWith('.md'));
/** Pages that stand beside the code that they describe. */
const beside = ['apps/web/e2e/README.md', 'apps/web/app/workbench/features/README.md'];
const pages = ['README.md', 'CONTRIBUTING.md', ...docs, ...beside];

const withoutCodeBlocks = (text) => text.replaceAll(/^(`{3,}).*?^\1/gms, '');

/** The targets of links and pictures, inline and as references; code is no link. */
const targetsIn = (text) =>
  [
    ...withoutCodeBlocks(text)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(<?([^)\s>]+)|^\[[^\]]+\]:\s*(\S+)/gm),
  ].map(([, inline, reference]) => inline ?? reference);

/** Anchors of a page: explicit ones, `<a id="p4"></a>`, and those that GitHub makes of headings. */
function anchorsOf(page) {
  const taken = new Map();
  const text = withoutCodeBlocks(read(page));
  const explicit = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
  const ofHeadings = [...text.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading]) => {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const before = taken.get(slug) ?? 0;
    taken.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
  return [...explicit, ...ofHeadings];
}

/** Whether a path from the root leads to a file, and its anchor to a place in that page. */
const resolves = (path, anchor) =>
  existsSync(join(root, path)) &&
  (anchor === undefined || (path.endsWith('.md') && anchorsOf(path).includes(anchor)));

/** Relative links of a text in `page` that lead to no file, or to no anchor of a page. */
const brokenLinks = (page, text) =>
  targetsIn(text).filter((target) => {
    if (/^[a-z][a-z+.-]*:/i.test(target)) return false;
    const [path, anchor] = target.split('#');
    return !resolves(path === '' ? page : join(dirname(page), decodeURIComponent(path)), anchor);
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

test('an anchor belongs to a heading or is explicit', () => {
  const links = ['p4', 'f2-choices-that-are-left-blank', 'p17'].map(
    (id) => `[x](physics.md#${id})`,
  );
  expect(brokenLinks('docs/reference/isp.md', links.join(' '))).toEqual([
    'physics.md#f2-choices-that-are-left-blank',
    'physics.md#p17',
  ]);
  expect(anchorsOf('docs/reference/protocol.md')).toEqual(
    expect.arrayContaining(['f2', 'f2-choices-that-are-left-blank']),
  );
});

test.each(pages)('the relative links of %s lead to files and headings', (page) => {
  expect(brokenLinks(page, read(page))).toEqual([]);
});

test('docs/README.md and the list of decisions name every page', () => {
  const named = (folder) =>
    targetsIn(read(`${folder}/README.md`)).map((target) => join(folder, target));
  const listed = ['docs/README.md', ...named('docs'), ...named('docs/decisions')];
  expect(pages.slice(2).filter((page) => !listed.includes(page))).toEqual([
    'apps/web/e2e/README.md',
  ]);
});

test('docs/life-of-a-simulation.md has every folder of the engine, and every package', () => {
  const folders = (path) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'assembly')
      .map(({ name }) => `${path}/${name}`);
  const engine = 'packages/engine/src';
  const parts = ['optics', 'sensors', 'pipeline'].flatMap((name) => folders(`${engine}/${name}`));
  const linked = targetsIn(read('docs/life-of-a-simulation.md')).map((path) => join('docs', path));
  const missing = [...folders(engine), ...parts, ...folders('packages')].filter(
    (folder) => !linked.some((path) => path === folder || path.startsWith(`${folder}/`)),
  );
  expect(missing).toEqual([]);
});

test('README and CONTRIBUTING stay short', () => {
  const words = (page) => read(page).split(/\s+/).length;
  expect(words('README.md')).toBeLessThan(900);
  expect(words('CONTRIBUTING.md')).toBeLessThan(1500);
});

test('the tables of docs/validation.md are those of validation.json (npm run validation)', () => {
  expect(tablesInDocs()).toBe(tablesOf(readValidation()));
});

test('the routes of fields take at most 14 files, none of them twice', () => {
  const [, routes = ''] = read('docs/life-of-a-simulation.md').split(
    /^## The route of one field$|^## Units inside$/m,
  );
  const tables = routes.split(/^### /m).slice(1);
  expect(tables).toHaveLength(2);
  for (const table of tables) {
    const files = targetsIn(table.replaceAll(/^(?!\| \d+ \|).*$/gm, ''));
    expect(files.length).toBeGreaterThan(9);
    expect(files.length).toBeLessThanOrEqual(14);
    expect(new Set(files).size).toBe(files.length);
  }
});

/**
 * Files that may name the folder outside the repository: their tests look for arrays of other
 * projects there.
 */
const USES_SHARED = /^packages\/engine\/references\//;
/** Files that may cite the specification. */
const CITES_SPECIFICATION = /\.test\.tsx?$|\/(?:e2e|tests|laws|references)\/|messages\.ts$/;

/**
 * Whether a name stands for one page outside docs/reference, whose pages are cited with their path.
 */
const isPlainName = (name) => {
  const named = docs.filter((page) => page.endsWith(`/${name}`));
  return named.length > 0 && !named.some((page) => page.startsWith('docs/reference/'));
};

/**
 * Finds wrong citations in a file and says how to write them. Sources cite a page by its path from
 * the root; in pages, whose links have their own test, only old forms are looked for.
 */
const CITATION_RULES = [
  {
    pattern: /(?<![\w./{-])(\w[\w./-]*\.md)\b(?:#([\w-]+))?/g,
    problem: ([mention, path, anchor], file) =>
      file.endsWith('.md') || resolves(path, anchor) || (!anchor && isPlainName(path))
        ? undefined
        : `${mention} leads nowhere: write the path from the root and an anchor of the page, like docs/reference/physics.md#p4`,
  },
  {
    pattern: /\brulings?[\s*/]+[A-Z]-?\d+/gi,
    problem: ([mention]) =>
      `"${mention}" is not in the repository: cite its section, like docs/reference/protocol.md#f2`,
  },
  {
    pattern: /(?<![\w#/.[-])P(?:1[0-6]|[1-9])(?![\w-])/g,
    problem: ([mention], file) =>
      file.startsWith('docs/reference/')
        ? undefined
        : `"${mention}" is a section of physics: cite docs/reference/physics.md#${mention.toLowerCase()}`,
  },
  {
    pattern: /(specification )?\b([WS]-\d{3})(?:(?:,| to| and) [WS]-\d{3})*\b/g,
    problem: ([, prefix, row], file) =>
      file.endsWith('.md') || (prefix && CITES_SPECIFICATION.test(file))
        ? undefined
        : CITES_SPECIFICATION.test(file)
          ? `write 'specification ${row}', not ${row} alone`
          : `${row} is a row of the specification, which only tests and messages cite: cite a section of docs/reference instead`,
  },
  {
    pattern: /\.\.\/shared\b|\bshared\/(?:golden|reference|spec|design)\b/g,
    problem: ([mention], file) =>
      USES_SHARED.test(file)
        ? undefined
        : `"${mention}" is outside the repository: cite a page of docs/reference instead`,
  },
];

/** A sentence with file and line for every citation that leads nowhere or has an old form. */
const citationProblems = (file, text) =>
  CITATION_RULES.flatMap(({ pattern, problem }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const sentence = problem(match, file);
      return sentence === undefined
        ? []
        : [`${file}:${text.slice(0, match.index).split('\n').length}: ${sentence}.`];
    }),
  );

test('citations that lead nowhere, and old forms of them, are problems', () => {
  const good = [
    '/** docs/reference/physics.md#p4, docs/optics.md; see CONTRIBUTING.md#layers. */',
    '/** CIE 015, section 7.1; `.md` is no page; https://example.org/none.md neither. */',
    "const lines = page('adding-a-lens.md');",
  ].join('\n');
  expect(citationProblems('packages/engine/src/lens.ts', good)).toEqual([]);
  const named = (file, text) =>
    citationProblems(file, text).map((problem) => problem.match(/^(\S+:\d+): "?(\S+)/)?.slice(1));
  expect(
    named(
      'a.ts',
      [
        '// docs/reference/physics.md#p17 docs/none.md',
        '// physics.md#p4 @see isp.md module 10',
        '/** Blank choices (ruling',
        ' * F2), (rulings F6, F7). */',
        "test('is true (P15)', W-120);",
        "const golden = '../shared/golden';",
      ].join('\n'),
    ),
  ).toEqual([
    ['a.ts:1', 'docs/reference/physics.md#p17'],
    ['a.ts:1', 'docs/none.md'],
    ['a.ts:2', 'physics.md#p4'],
    ['a.ts:2', 'isp.md'],
    ['a.ts:3', 'ruling'],
    ['a.ts:4', 'rulings'],
    ['a.ts:5', 'P15"'],
    ['a.ts:5', 'W-120'],
    ['a.ts:6', '../shared"'],
  ]);
  expect(named('e2e/run.test.ts', "describe('bars (specification W-030 to W-041)'")).toEqual([]);
  expect(named('e2e/run.test.ts', "describe('bars (W-030 to W-041)'")).toHaveLength(1);
  expect(named('docs/validation.md', 'sharp (physics P9), ruling G2, [P4](x), physics.md')).toEqual(
    [
      ['docs/validation.md:1', 'ruling'],
      ['docs/validation.md:1', 'P9"'],
    ],
  );
  expect(citationProblems('a.ts', '\n// P4')).toEqual([
    'a.ts:2: "P4" is a section of physics: cite docs/reference/physics.md#p4.',
  ]);
});

test('every citation in a source leads to a page and its section', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (file) =>
        /\.(?:[cm]?js|tsx?|css|json|md)$/.test(file) &&
        !['package-lock.json', 'tools/scripts/docs.test.mjs'].includes(file) &&
        // Compressed masks look like citations.
        !/^packages\/scoring\/references\/(?:coco|masks)\.json$/.test(file) &&
        // Data from outside name the papers and pages of their own sources.
        !/^packages\/(?:node-host\/published|engine\/references)\/.*\.(?:json|md)$/.test(file) &&
        existsSync(join(root, file)),
    );
  expect(files).toContain('packages/engine/src/sensors/read-out/assembly/read-out.ts');
  expect(files.flatMap((file) => citationProblems(file, read(file)))).toEqual([]);
});
