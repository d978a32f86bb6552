/**
 * A program that runs the commands which it gets as messages, and sends what they leave.
 *
 * @param runFile built module of the commands, as the program imports it.
 */
export const commandsProgram = (runFile: string): string => `
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
