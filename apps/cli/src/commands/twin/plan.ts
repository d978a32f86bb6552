import {
  USUAL_TWIN_SETTINGS,
  planSession,
  readEquipment,
  seedsOf,
  type TwinDocument,
} from '@lumenloom/engine/twin';
import { nodeHost } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { twinFigureName } from '@lumenloom/report/page-text';
import { JSON_OUTPUT, readJson } from '../../arguments.ts';
import { command } from '../command.ts';
import { jsonText } from '../print.ts';
import { inFile } from '../read-picture.ts';
import { measureFolder } from './measure-folder.ts';

/** `lumenloom twin plan`: which frames of a camera to take. */
export const plan = command(
  {
    usage: ['[FOLDER] [options]'],
    says: 'Says which frames measure a camera: the standard session, the session that equipment allows, or, of a FOLDER of frames, what would bring the figures that it gives to their goals.',
    words: { min: 0, max: 1, are: 'a folder of frames' },
    options: {
      have: {
        value: 'HAVE.json',
        says: 'What is there: {charts, lights, exposures [min, max], tripod, temperature}; what is left out is there.',
      },
      json: JSON_OUTPUT,
    },
    examples: ['twin plan', 'twin plan --have have.json --json'],
    document: 'docs/twins.md',
  },
  async ({ values, words }, { stdout }) => {
    const [folder] = words;
    const { have } = values;
    if (folder !== undefined) {
      if (have !== undefined)
        throw new UsageError('--have plans a session without frames: leave it or the folder out.');
      const { documents } = await measureFolder(folder, USUAL_TWIN_SETTINGS, {
        host: nodeHost(),
        seeds: seedsOf(USUAL_TWIN_SETTINGS.draws.seed),
      });
      const { wanted, notDetermined } = documents.twin;
      stdout.write(values.json ? jsonText({ wanted, notDetermined }) : stillWanted(documents.twin));
      return;
    }
    const equipment =
      have === undefined
        ? undefined
        : await inFile(have, async () => readEquipment(await readJson(have)));
    const { frames, unknown } = planSession(equipment);
    stdout.write(
      values.json
        ? jsonText({ frames, unknown })
        : `${[...frames.map(({ text }) => text), ...unknown.map((text) => `Stays unknown: ${text}`)].join('\n')}\n`,
    );
  },
);

/** What frames lack, as a list to take along: figures that lack the same stand in one line. */
function stillWanted({ wanted, figures }: TwinDocument): string {
  const lacking = new Map<string, string[]>();
  for (const [key, { status, note }] of Object.entries(figures))
    if (status === 'not determined')
      lacking.set(note, [...(lacking.get(note) ?? []), twinFigureName(key)]);
  const list = (title: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [title, ...items.map((item) => `  ${item}`)];
  const lines = [
    ...list(
      'Frames to take:',
      wanted.map(({ text, now }) =>
        now === null ? text : `${text} Now it is known to ${Number((100 * now).toPrecision(2))} %.`,
      ),
    ),
    ...list(
      'Not determined by the frames that are there:',
      [...lacking].map(([note, names]) => `${names.join(', ')}. ${note}`),
    ),
  ];
  return `${lines.length > 0 ? lines.join('\n') : 'Nothing: each figure is known as well as its goal asks.'}\n`;
}
