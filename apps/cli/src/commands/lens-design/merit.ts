import { lensMerit, readLensStudy, type LensMerit } from '@lumenloom/engine';
import { JSON_OUTPUT } from '../../arguments.ts';
import { command } from '../command.ts';
import { print, type Row } from '../print.ts';
import { LENS_DOCUMENT_HELP, readLensDocument } from './read-lens-document.ts';

/** `lumenloom lens merit`: the figures of a lens study at its start. */
export const merit = command(
  {
    usage: ['<study.json> [options]'],
    says: `Prints what the lens of a study comes to as it starts: merit, spots, wavefronts, first order and operands. ${LENS_DOCUMENT_HELP}`,
    words: { min: 1, max: 1, are: '<study.json>' },
    options: {
      gradient: { says: 'Prints the derivatives of the squared merit by what is varied, too.' },
      json: JSON_OUTPUT,
    },
    examples: [
      'lens merit example:lens-study --json',
      'lens merit example:lens-study --gradient --json',
    ],
    document: 'docs/lens-design.md',
  },
  async ({ values, words }, terminal) => {
    const { content, catalogue } = await readLensDocument(words[0]!, terminal);
    const study = readLensStudy(content, catalogue);
    const figures = lensMerit(study, values.gradient);
    print(terminal.stdout, values.json, figures, rowsOf(figures, study.merit, study.fields));
  },
);

/** The figures for people; `merit` is what the merit is made of. */
export const rowsOf = (
  figures: LensMerit,
  merit: 'spot' | 'wavefront',
  fields: readonly number[],
): readonly Row[] => [
  ['Merit', figures.merit, merit === 'spot' ? 'mm' : 'waves'],
  ...fields.flatMap((field, i): Row[] => [
    [`RMS spot, field ${field}`, figures.rmsSpotMm[i]!, 'mm'],
    [`RMS wavefront, field ${field}`, figures.wavefrontRmsWaves[i]!, 'waves'],
  ]),
  ['Focal length', figures.eflMm, 'mm'],
  ['Back focal length', figures.bflMm, 'mm'],
  ['Total track', figures.totalTrackMm, 'mm'],
  ['Entrance pupil from the first vertex', figures.entrancePupilZMm, 'mm'],
  ['Refocus for the smallest spots', figures.refocusMm, 'mm'],
  ...figures.operands.map(({ figure, surface, field, value }): Row => [
    [
      figure,
      ...(surface === undefined ? [] : [`surface ${surface}`]),
      ...(field === undefined ? [] : [`field ${field}`]),
    ].join(', '),
    value,
  ]),
  ...Object.entries(figures.gradientOfMeritSquared ?? {}).map(([path, slope]): Row => [
    `d merit² by ${path}`,
    slope,
  ]),
];
