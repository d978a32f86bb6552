import { readFileSync } from 'node:fs';
import { messages } from '@lumenloom/contract';
import type { Config } from '../config.ts';
import { HttpProblem } from '../http-problem.ts';

/**
 * Common passwords that our rules accept, from the sources that apps/server/data/README.md names:
 * ASVS 5.0, 6.2.4.
 */
const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('../../data/common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** @throws HttpProblem 422 for a common password, unless COMMON_PASSWORDS=allow. */
export function refuseCommon(
  password: string,
  { commonPasswords }: Pick<Config, 'commonPasswords'>,
): void {
  if (commonPasswords === 'refuse' && common.has(password))
    throw new HttpProblem(422, [{ field: 'password', message: messages.commonPassword }]);
}
