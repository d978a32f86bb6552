import { numberOption } from '@lumenloom/node-host/command-line';

const MOST_SAMPLES = 1_000_000;

/** The option for the number of paths. @param usual without it. */
export const samplesOf = (usual: number) =>
  ({ value: 'N', default: String(usual), says: 'Paths of each place, ray or pixel.' }) as const;

export const samplesOption = (text: string | undefined, usual: number): number =>
  numberOption('samples', text, { whole: true, min: 1, max: MOST_SAMPLES }) ?? usual;
