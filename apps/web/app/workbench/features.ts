import { feature as charts } from './features/charts/feature.ts';
import { feature as compare } from './features/compare/feature.ts';
import { feature as compareParts } from './features/compare-parts/feature.ts';
import { feature as depth } from './features/depth/feature.ts';
import { feature as environment } from './features/environment/feature.ts';
import { feature as exposure } from './features/exposure/feature.ts';
import { feature as glare } from './features/glare/feature.ts';
import { feature as hdr } from './features/hdr/feature.ts';
import { feature as history } from './features/history/feature.ts';
import { feature as lensFiles } from './features/lens-files/feature.ts';
import { feature as links } from './features/links/feature.ts';
import { feature as live } from './features/live/feature.ts';
import { feature as measure } from './features/measure/feature.ts';
import { feature as motion } from './features/motion/feature.ts';
import { feature as networks } from './features/networks/feature.ts';
import { feature as object } from './features/object/feature.ts';
import { feature as opticsDesign } from './features/optics-design/feature.ts';
import { feature as parts } from './features/parts/feature.ts';
import { feature as planPopup } from './features/plan-popup/feature.ts';
import { feature as referenceIsp } from './features/reference-isp/feature.ts';
import { feature as save } from './features/save/feature.ts';
import { feature as sensorDesign } from './features/sensor-design/feature.ts';
import { feature as sfr } from './features/sfr/feature.ts';
import { feature as share } from './features/share/feature.ts';
import { feature as stages } from './features/stages/feature.ts';
import { feature as stop } from './features/stop/feature.ts';
import { goals } from './features/study/feature.ts';
import { feature as twin } from './features/twin/feature.ts';
import { feature as upload } from './features/upload/feature.ts';
import type { Feature } from './shell/bench/feature.ts';

/**
 * Every feature, a line each. Their order is the order of what they add; of several pictures in
 * place of the result, the last one counts.
 */
export const features: readonly Feature[] = [
  charts,
  measure,
  sfr,
  twin,
  live,
  stages,
  compare,
  ...goals,
  opticsDesign,
  sensorDesign,
  depth,
  glare,
  object,
  compareParts,
  exposure,
  environment,
  motion,
  hdr,
  referenceIsp,
  upload,
  lensFiles,
  parts,
  networks,
  history,
  save,
  links,
  stop,
  share,
  planPopup,
];
