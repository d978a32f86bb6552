import { USUAL_TWIN_SETTINGS, planSession, readEquipment, seedsOf } from '@lumenloom/engine/twin';
import { nodeHost } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
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
      stdout.write(
        values.json
          ? jsonText({ wanted, notDetermined })
          : `${[...wanted.map(({ text }) => text), ...notDetermined.map((text) => `Not determined: ${text}`)].join('\n')}\n`,
      );
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
