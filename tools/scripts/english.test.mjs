import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Words that may not name a variable, a parameter or a function, because they name nothing. */
const NAMES = ['of', 'lies', 'says', 'told', 'seen', 'given', 'three'];
/** Text in which such a word may be declared; most files have none, and are not parsed. */
const MAY_DECLARE = new RegExp(
  `(?:const|let|var|function)\\s+(?:${NAMES.join('|')})\\b|[({[,:.]\\s*(?:${NAMES.join('|')})\\s*[,:=)}\\]?]|\\b(?:${NAMES.join('|')}) =>`,
);
/** Phrases that hide their noun. Messages may use them, comments and pages may not. */
const PHRASES = /\b(?:one's own|what is none|is told of|that of)\b/i;

/**
 * The identifiers of a name, which may be a pattern.
 *
 * @param {ts.BindingName} name
 * @returns {ts.Identifier[]}
 */
const namesIn = (name) =>
  ts.isIdentifier(name)
    ? [name]
    : name.elements.flatMap((element) =>
        ts.isBindingElement(element) ? namesIn(element.name) : [],
      );

/** All variables, parameters and functions that are declared in a node. */
function declaredIn(node) {
  const isDeclaration =
    ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isFunctionDeclaration(node);
  const here = isDeclaration && node.name ? namesIn(node.name) : [];
  ts.forEachChild(node, (child) => {
    here.push(...declaredIn(child));
  });
  return here;
}

/** A sentence for every word that a source declares as a name, and every phrase in its comments. */
function problemsIn(file, text) {
  if (!MAY_DECLARE.test(text) && !PHRASES.test(text)) return [];
  const at = (offset) => `${file}:${text.slice(0, offset).split('\n').length}`;
  const comments = [...text.matchAll(/\/\*.*?\*\/|(?:^[ \t]*\/\/.*?$\n?)+/gms)];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return [
    ...declaredIn(source)
      .filter((name) => NAMES.includes(name.text))
      .map((name) => `${at(name.end)}: "${name.text}" names nothing: use a noun of the field.`),
    ...comments.flatMap(({ index, 0: comment }) => phraseProblems(at(index), comment)),
  ];
}

/**
 * The same for text that people read: comments and pages, whose lines may break inside a phrase.
 */
const phraseProblems = (place, text) => {
  const [phrase] = PHRASES.exec(text.replaceAll(/\s*\n[\s*/]*/g, ' ')) ?? [];
  return phrase === undefined ? [] : [`${place}: "${phrase}": use a noun.`];
};

test('words that name nothing and phrases that hide their noun are problems', () => {
  const bad = [
    'const of = 1, { a: told, ...lies } = one;',
    'function given({ says = 2 }, [three]) { return (seen) => seen; }',
    '/** A lens of',
    ' * one\u0027s own; its focus is that',
    ' * of the other. */',
  ].join('\n');
  expect(
    problemsIn('a.ts', bad).map((problem) => /^(\S+): "([^"]+)"/.exec(problem)?.slice(1)),
  ).toEqual([
    ['a.ts:1', 'of'],
    ['a.ts:1', 'told'],
    ['a.ts:1', 'lies'],
    ['a.ts:2', 'given'],
    ['a.ts:2', 'says'],
    ['a.ts:2', 'three'],
    ['a.ts:2', 'seen'],
    ['a.ts:3', "one's own"],
  ]);
  const good = 'for (const x of y) say({ of: x.of, text: `The lens is that of ${x}.` });';
  expect(problemsIn('a.ts', good)).toEqual([]);
});

/** Columns that a line of a comment may have; formatting breaks code at the same place. */
const WIDTH = 100;
/** What a linter reads must stand on one line; a long word, such as an address, stays whole. */
const UNBREAKABLE = /(?:oxlint-disable|@ts-)|^\W*\S+\W*$/;

/** A sentence for every line of a comment that is too wide. */
const widthProblems = (file, text) =>
  text
    .split('\n')
    .map((line, index) => [line, `${file}:${index + 1}`])
    .filter(
      ([line]) =>
        line.length > WIDTH &&
        (/^\s*(?:\/\/|\/?\*|\{\/\*)/.test(line) || /;\s+\/\/ /.test(line)) &&
        !UNBREAKABLE.test(line),
    )
    .map(([line, place]) => `${place}: a comment of ${line.length} columns: wrap it at ${WIDTH}.`);

test('lines of comments that are too wide are problems', () => {
  const words = 'a word '.repeat(15);
  const wide = (line) => widthProblems('a.ts', `const x = 1;\n${line}`).length;
  expect(
    [`// ${words}`, `  * ${words}`, `{/* ${words} */}`, `x = 1; // ${words}`].map(wide),
  ).toEqual([1, 1, 1, 1]);
  expect(
    [`'${words}'`, `// oxlint-disable-next-line x -- ${words}`, `// ${'x'.repeat(120)}`].map(wide),
  ).toEqual([0, 0, 0]);
});

test('every name is a noun or a verb of the field, and comments and pages are plain', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:[cm]?js|tsx?|md)$/.test(file));
  const problems = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    if (!file.endsWith('.md')) return [...problemsIn(file, text), ...widthProblems(file, text)];
    return file === 'CHANGELOG.md'
      ? []
      : text.split('\n\n').flatMap((part) => phraseProblems(file, part));
  });
  expect(problems.join('\n')).toBe('');
});
