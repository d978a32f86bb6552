/**
 * Preloaded into the server: the n-th call of the disk or the database (FAULT_OF) fails, or ends
 * the process (FAULT_ACTION=kill). FAULT_AT is n from the start on; without it, each SIGCONT begins
 * to count anew, for n = 1, 2, 3, ... What happens is said on stderr.
 */
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import Libsql from 'libsql';
import pg from 'pg';

const { FAULT_OF: component, FAULT_ACTION: action = 'fail', FAULT_AT: at } = process.env;

const say = (text) => fs.writeSync(2, `fault: ${text}\n`);
let n = Number(at ?? 0);
let left = at === undefined ? 0 : n;
// The server itself takes most other signals as a wish to end.
process.on('SIGCONT', () => {
  n += 1;
  left = n;
  say(`set: call ${n} fails`);
});

/** Counts a call. @returns whether it is the one that fails. */
function isDue(name) {
  if (left === 0) return false;
  left -= 1;
  if (left > 0) return false;
  say(`failed: call ${n} is ${name}`);
  if (action === 'kill') process.kill(process.pid, 'SIGKILL');
  return true;
}

/** Puts `replace(original)` in the place of a method. */
function replaceMethod(target, name, replace) {
  target[name] = replace(target[name]);
}

if (isMainThread && component === 'disk') {
  const error = () => Object.assign(new Error('EIO: i/o error'), { code: 'EIO', errno: -5 });
  for (const name of ['writeFile', 'rename', 'mkdir', 'readFile', 'rm', 'readdir', 'stat'])
    replaceMethod(promises, name, (original) => async (...callArguments) => {
      if (isDue(name)) throw error();
      return original(...callArguments);
    });
  // What streams to files use.
  for (const name of ['open', 'write', 'writev', 'fsync', 'close'])
    replaceMethod(fs, name, (original) => (...callArguments) => {
      if (!isDue(name)) return original(...callArguments);
      process.nextTick(callArguments.at(-1), error());
      return undefined;
    });
  syncBuiltinESMExports();
}

if (isMainThread && component === 'database') {
  const error = () => Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
  const failing = (describe) => (original) =>
    function (...callArguments) {
      if (isDue(describe(callArguments))) throw error();
      return original.apply(this, callArguments);
    };
  const statement = Object.getPrototypeOf(new Libsql(':memory:').prepare('select 1'));
  replaceMethod(
    Libsql.prototype,
    'exec',
    failing(([sql]) => sql),
  );
  for (const name of ['run', 'all'])
    replaceMethod(
      statement,
      name,
      failing(() => name),
    );
  // PostgreSQL's server ends the connection.
  replaceMethod(
    pg.Client.prototype,
    'query',
    (original) =>
      function (...callArguments) {
        if (isDue('query')) this.connection.stream.destroy();
        return original.apply(this, callArguments);
      },
  );
}
