import { FIGURE_NAMES, figureLabel } from '@lumenloom/contract';
import { DATASET_FIGURES } from '@lumenloom/engine/catalogue';
import { DESIGN_FIGURES, PART_FIGURES } from '@lumenloom/experiment';
import { command } from './command.ts';
import { jsonText } from './print.ts';

/**
 * Figures that describe the run, its sizes or its settings and not its result: nobody measures them
 * in a sweep.
 */
const ABOUT_THE_RUN =
  /^(scene\.(columns|rows|planes)|optics\.(image|forming)|sensor\.(bits|meter)|algorithm\.(\w+Ms|\w+Threshold)|isp\.\w*\.?configured|seeds|threads|device|peakRssBytes)|colour\.matrix|histogram|^(?!algorithm).*\.length$/;

/** `lumenloom figures`: what sweeps and studies can measure. */
export const figures = command(
  {
    usage: ['[TEXT] [options]'],
    says: 'Lists the figures of report.json that a sweep or study can measure, with what they are called, or those whose code or name has TEXT. Entries of lists are figures too, by their number: sensor.electronsAtWhite[1]. Figures of a data set need evaluate. Sizes of lens and sensor, and those of design, are for studies alone.',
    words: { min: 0, max: 1, are: 'at most one text' },
    options: {
      all: { says: 'Also sizes, settings and times of a run.' },
      json: { says: 'Prints a list for programs.' },
    },
    examples: ['figures', 'figures colour'],
    document: 'docs/sweeps.md',
  },
  async ({ values, words: [text = ''] }, { stdout }) => {
    const all = [...FIGURE_NAMES, ...DATASET_FIGURES.keys(), ...PART_FIGURES, ...DESIGN_FIGURES];
    const names = all.filter(
      (name) =>
        (values.all || !ABOUT_THE_RUN.test(name)) &&
        `${name}\n${figureLabel(name)}`.toLowerCase().includes(text.toLowerCase()),
    );
    if (values.json) {
      stdout.write(jsonText(names));
      return;
    }
    const longest = Math.max(...names.map(({ length }) => length));
    for (const name of names)
      stdout.write(`${name.padEnd(longest)}  ${figureLabel(name)}`.trimEnd() + '\n');
    if (names.length === 0) stdout.write(`No figure has "${text}".\n`);
  },
);
