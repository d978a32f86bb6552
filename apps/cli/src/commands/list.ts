import { choices } from './choices.ts';
import { emva1288 } from './emva1288/emva1288.ts';
import { fov } from './fov.ts';
import { illuminant } from './illuminant.ts';
import { isp } from './isp.ts';
import { lens } from './lens.ts';
import { models } from './models.ts';
import { sensor } from './sensor.ts';
import { measure } from './measure/measure.ts';
import { simulate } from './simulate.ts';
import { sweep } from './sweep.ts';

/** Every command, in the order of the help. */
export const commands = [
  simulate,
  sweep,
  measure,
  emva1288,
  sensor,
  isp,
  illuminant,
  fov,
  lens,
  choices,
  models,
];
