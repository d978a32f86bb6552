/** The entry for programs of the command line: it loads nothing of the engine. */
export {
  numberOption,
  readArguments,
  readOrExit,
  UsageError,
  type Arguments,
  type Options,
  type Words,
} from './command-line/arguments.ts';
export { findCommand } from './command-line/find-command.ts';
export type { Help } from './command-line/help.ts';
export {
  commandsOf,
  makeCommand,
  type Command,
  type Entry,
  type Program,
} from './command-line/program.ts';
export {
  CLEAR_LINE,
  plain,
  progressOn,
  sayOn,
  styleOf,
  type Output,
  type Progress,
} from './command-line/terminal.ts';
export { DEVICE_CHOICES, readDeviceChoice, type DeviceChoice } from './device-choice.ts';
export { EXAMPLES } from './examples.ts';
export { appendFile, fileProblem, makeFolder, reasonOf, writeFile } from './output-paths.ts';
