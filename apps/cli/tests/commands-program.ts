/** A module that shows a program one processor, as `lumenloom` of lumenloom.ts does. */
export const ONE_PROCESSOR = `
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
os.availableParallelism = () => 1;
syncBuiltinESMExports();
`;

/**
 * A program that runs the commands which it gets as messages, and sends what they leave.
 *
 * @param runFile built module of the commands, as the program imports it.
 */
export const commandsProgram = (runFile: string): string => `${ONE_PROCESSOR}
import { Readable } from 'node:stream';
import { run } from '${runFile}';
const { env } = process;
process.on('message', async (args) => {
  let output = '';
  const stream = { write: (text) => (output += text) };
  const { signal } = new AbortController();
  const terminal = { stdout: stream, stderr: stream, env, signal, stdin: Readable.from([]) };
  process.send({ status: await run(args, terminal), output });
});
`;
