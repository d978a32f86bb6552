/**
 * Preloaded into the server: each SIGCONT sets its clock forwards or back by the next of
 * FAULT_JUMPS, milliseconds separated by commas.
 */
import fs from 'node:fs';

const jumps = (process.env.FAULT_JUMPS ?? '').split(',').map(Number);
const now = Date.now;
let offset = 0;
process.on('SIGCONT', () => {
  offset += jumps.shift();
  fs.writeSync(2, `fault: set: the clock is ${offset} ms off\n`);
});
const original = globalThis.Date;
globalThis.Date = class extends original {
  constructor(...dateArguments) {
    if (dateArguments.length === 0) super(now() + offset);
    else super(...dateArguments);
  }
  static now() {
    return now() + offset;
  }
};
