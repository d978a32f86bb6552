import { labels, type WorkbenchFeature } from '@lumenloom/contract';
import {
  algorithms,
  illuminants,
  isps,
  optics,
  scenes,
  sensors,
} from '@lumenloom/engine/catalogue';
import type { Choice } from './recipe/recipe.ts';

export interface ChoiceListDescription {
  readonly choice: Choice;
  readonly label: string;
  /** What can be chosen, in order. */
  readonly options: readonly string[];
  /** The text in the list while the choice is blank. */
  readonly blank: string;
  /**
   * The meaning of a blank choice, for people who do not see it (docs/reference/protocol.md#f2).
   */
  readonly whenBlank: string;
}

/** Labels of the members of a family that are offered with some switches on. */
const offered = (
  family: Readonly<Record<string, { readonly label: string; readonly feature?: WorkbenchFeature }>>,
  features: readonly WorkbenchFeature[],
): string[] =>
  Object.values(family).flatMap(({ label, feature }) =>
    feature && !features.includes(feature) ? [] : [label],
  );

/** The six lists, in the order of the light. */
export const choiceLists = (
  features: readonly WorkbenchFeature[],
): readonly ChoiceListDescription[] => [
  {
    choice: 'illuminant',
    label: 'Illuminant',
    options: labels(illuminants),
    blank: 'Native light',
    whenBlank: 'Blank means the light that belongs to the scene.',
  },
  {
    choice: 'scene',
    label: 'Scene',
    options: offered(scenes, features),
    blank: 'Choose one',
    whenBlank: 'Blank means that there is nothing to compute: choose a scene.',
  },
  {
    choice: 'optics',
    label: 'Optics',
    options: labels(optics),
    blank: 'Ideal lens',
    whenBlank: 'Blank means an ideal lens, without blur and falloff.',
  },
  {
    choice: 'sensor',
    label: 'Sensor',
    options: labels(sensors),
    blank: 'Optical image',
    whenBlank: 'Blank means no sensor: the picture is the optical image.',
  },
  {
    choice: 'isp',
    label: 'ISP',
    options: offered(isps, features),
    blank: 'None',
    whenBlank: 'Blank means no ISP: the picture is the raw mosaic of the sensor.',
  },
  {
    choice: 'algorithm',
    label: 'Algorithms',
    options: labels(algorithms),
    blank: 'None',
    whenBlank: 'Blank means that no algorithm runs on the picture.',
  },
];
