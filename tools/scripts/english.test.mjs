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

/** Folders with names from before this rule. */
const NOT_YET = /^(?:apps\/cli|apps\/web\/e2e|packages\/sweep\/src\/report|tools\/media)\//;

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

/** The same for text that people read: comments and pages, whose lines may break inside a phrase. */
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

test('every name is a noun or a verb of the field, and comments and pages are plain', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:[cm]?js|tsx?|md)$/.test(file) && !NOT_YET.test(file));
  const problems = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    if (!file.endsWith('.md')) return problemsIn(file, text);
    return file === 'CHANGELOG.md'
      ? []
      : text.split('\n\n').flatMap((part) => phraseProblems(file, part));
  });
  expect(problems.join('\n')).toBe('');
});
