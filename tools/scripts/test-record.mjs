/**
 * Vitest reporter that writes the results of a run to the file TEST_RECORD as JSON, for scripts
 * that combine several runs. vitest.config.ts adds it wherever that variable is set.
 *
 * A skipped test gives the reason as 'skipped: reason': in the note of `context.skip(note)`, or in
 * brackets in the name of its group.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: { name: string, error: string }[], skipped: { file: string,
 * reason: string }[], files: { file: string, seconds: number }[] }} TestRecord
 */

/** Lines of a message that are kept: of a wait in the browser, they say what it waited for. */
const MESSAGE_LINES = 5;

/** The message in one line, and the places in this repository that led to it, innermost first. */
function inOneLine(error) {
  const message = stripVTControlCharacters(error?.message ?? 'no message')
    .split('\n', MESSAGE_LINES)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' / ');
  const places = (error?.stacks ?? [])
    .filter(({ file }) => !file.includes('node_modules'))
    .map(({ file, line }) => `${relative(process.cwd(), file)}:${line}`);
  return [message, ...places].join(' < ');
}

function reasonOf(test) {
  const { note } = test.result();
  return /skipped: ([^)>]*)/.exec(note ?? test.fullName)?.[1] ?? note ?? 'no reason given';
}

export default class TestRecordReporter {
  onTestRunEnd(modules, unhandledErrors) {
    /** @type {TestRecord} */
    const record = { passed: 0, failed: [], skipped: [], files: [] };
    const fail = (name, [error]) => record.failed.push({ name, error: inOneLine(error) });
    for (const module of modules) {
      const file = module.relativeModuleId;
      const { collectDuration, duration } = module.diagnostic();
      record.files.push({ file, seconds: (collectDuration + duration) / 1000 });
      for (const suite of [module, ...module.children.allSuites()])
        if (suite.errors().length > 0)
          fail(suite === module ? file : `${file} > ${suite.fullName}`, suite.errors());
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') record.passed += 1;
        else if (state === 'skipped') record.skipped.push({ file, reason: reasonOf(test) });
        else fail(`${file} > ${test.fullName}`, errors ?? [{ message: 'it did not end' }]);
      }
    }
    for (const error of unhandledErrors) fail('outside of any test', [error]);
    writeFileSync(process.env.TEST_RECORD ?? 'test-record.json', JSON.stringify(record));
  }
}
