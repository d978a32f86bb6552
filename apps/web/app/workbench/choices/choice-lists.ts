import {
  algorithms,
  illuminants,
  isps,
  optics,
  scenes,
  sensors,
} from '@lumenloom/engine/catalogue';
import type { Choice } from '../recipe/recipe.ts';

export interface ChoiceListDescription {
  readonly choice: Choice;
  readonly label: string;
  /** What can be chosen, in order. */
  readonly options: readonly string[];
  /** What a blank list stands for. */
  readonly blank: string;
}

const labelsOf = (
  family: Readonly<Record<string, { readonly label: string }>>,
): readonly string[] => Object.values(family).map(({ label }) => label);

/** The six lists, in the order of the light. */
export const choiceLists: readonly ChoiceListDescription[] = [
  {
    choice: 'illuminant',
    label: 'Illuminant',
    options: labelsOf(illuminants),
    blank: 'Native light',
  },
  { choice: 'scene', label: 'Scene', options: labelsOf(scenes), blank: 'Choose one' },
  { choice: 'optics', label: 'Optics', options: labelsOf(optics), blank: 'Ideal lens' },
  { choice: 'sensor', label: 'Sensor', options: labelsOf(sensors), blank: 'Optical image' },
  { choice: 'isp', label: 'ISP', options: labelsOf(isps), blank: 'None' },
  { choice: 'algorithm', label: 'Algorithms', options: labelsOf(algorithms), blank: 'None' },
];
