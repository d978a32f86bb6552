import { labels, type WorkbenchFeature } from '@lumenloom/contract';
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
  /** What a blank choice means. */
  readonly blank: string;
}

/** Labels of the scenes that are offered with some switches on. */
const sceneLabels = (features: readonly WorkbenchFeature[]): string[] =>
  Object.values(scenes).flatMap((scene) =>
    'feature' in scene && !features.includes(scene.feature) ? [] : [scene.label],
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
  },
  { choice: 'scene', label: 'Scene', options: sceneLabels(features), blank: 'Choose one' },
  { choice: 'optics', label: 'Optics', options: labels(optics), blank: 'Ideal lens' },
  { choice: 'sensor', label: 'Sensor', options: labels(sensors), blank: 'Optical image' },
  { choice: 'isp', label: 'ISP', options: labels(isps), blank: 'None' },
  { choice: 'algorithm', label: 'Algorithms', options: labels(algorithms), blank: 'None' },
];
