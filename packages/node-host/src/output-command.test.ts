import { expect, test } from 'vitest';
import { OutputCommand } from './output-command.ts';

const question = { width: 1, height: 1, outputs: {} };
const watch = { stopped: () => false };
const program = (text: string): OutputCommand => new OutputCommand([process.execPath, '-e', text]);

test('a command answers one picture after another', async () => {
  const command = program("process.stdin.on('data', () => console.log('[1]'))");
  expect([await command.ask(question, watch), await command.ask(question, watch)]).toEqual([
    [1],
    [1],
  ]);
  command.close();
});

test('a line without an end is ended, and not kept', async () => {
  const command = program(
    'const piece = Buffer.alloc(1e6, 120); (function more() { process.stdout.write(piece, more); })()',
  );
  await expect(command.ask(question, watch)).rejects.toThrow(
    'the answer of the command is too long.',
  );
});
