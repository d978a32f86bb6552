import type { ComputeServer } from '@lumenloom/experiment';
import { choiceForServer, chooseOnServer } from '@lumenloom/experiment/choice';
import { sayOn } from '@lumenloom/node-host/command-line';
import { accept } from '../../arguments.ts';
import { STATUS, type CommandTerminal } from '../command.ts';
import { folderOf, forServer } from '../experiment.ts';
import { shareOf } from '../sweep-progress.ts';
import { jsonText } from '../print.ts';
import { tellEnd } from './plan-race.ts';

/** Has a server race the cameras of a plan, and fetches the folder of the choice. */
export async function raceOnServer(
  server: ComputeServer,
  asked: {
    readonly file: string;
    readonly content: unknown;
    readonly out: string;
    readonly json: boolean;
    readonly resume: boolean;
  },
  terminal: CommandTerminal,
): Promise<number | undefined> {
  const { file, content, out, resume } = asked;
  const { document, sent } = accept(await choiceForServer(content, folderOf(file)));
  const lines = asked.json ? terminal.stderr : terminal.stdout;
  const say = sayOn(lines);
  let progress: ReturnType<typeof shareOf> | undefined;
  const withFiles = (): Promise<object> => forServer(sent, { file, say }, server);
  const results = await chooseOnServer(server, document, withFiles, {
    ...{ folder: out, resume, signal: terminal.signal, tell: say },
    onStatus: ({ runs, done }) => {
      progress ??= shareOf(runs, lines);
      progress(done);
    },
  });
  if (!results) {
    say(`It goes on at ${server.url}. To follow it: ${terminal.goingOn}`);
    return STATUS.interrupted;
  }
  if ('reasons' in results) {
    say(results.sentence);
    if (asked.json) terminal.stdout.write(jsonText(results));
    return undefined;
  }
  tellEnd(results, asked, terminal);
  return undefined;
}
