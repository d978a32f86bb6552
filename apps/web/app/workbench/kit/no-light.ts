import type { LightOfCamera, NoResult } from '@lumenloom/browser-host';

/** The light and the sensor of a recipe, or why they are not known. */
export type CameraLightAnswer = LightOfCamera | NoResult;

const NO_LIGHT = 'Choose an illuminant or a scene first: the light is not known.';

/** Why light and sensor are not known, in a sentence. */
export function whyNoLight(answer: NoResult): string {
  switch (answer.kind) {
    case 'refused':
      return answer.problems[0]!.message;
    case 'failed':
      return answer.message;
    case 'nothing':
      return NO_LIGHT;
    case 'stopped':
      return 'The engine was stopped: try again.';
  }
}
