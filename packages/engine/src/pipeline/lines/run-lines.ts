import { fieldOfViewLines, lensNameLines } from '../../optics/field-of-view.ts';
import type { LogText, LogTopic } from '../../stage.ts';
import { clippedLine } from '../../text/clipped-line.ts';
import { lettersOf } from '../../text/figure.ts';
import type { ObjectReport } from '../object-report.ts';
import type { SimulationPlan } from '../plan.ts';
import type { SimulationReport } from '../report.ts';
import type { Shot } from '../shot.ts';
import { chipTopics } from './chip-lines.ts';
import { focusLines } from './focus-lines.ts';
import { heatLines } from './heat-lines.ts';
import { lensLines } from './lens-lines.ts';
import { blurLines, objectLines } from './object-lines.ts';
import { samplingLine, sceneLines } from './scene-lines.ts';
import { exposureLines, sensorLines, signalLines } from './sensor-lines.ts';
import { worldLines } from './world-lines.ts';
import { strayLines } from './stray-lines.ts';

type SensorReport = NonNullable<SimulationReport['sensor']>;
/** Lines of the log under their headings, in order. */
export type Paragraphs = readonly (readonly [topic: LogTopic, lines: readonly LogText[]])[];

/** What is known before the picture is formed: lens, scene, and how they fit. */
export function sceneParagraphs(
  { plan, lens, lit }: Shot,
  described: Pick<SimulationReport, 'scene' | 'illuminant' | 'optics'>,
): Paragraphs {
  const gridName = plan.sensor ? 'this' : 'a';
  const { hfov } = plan.scene.parameters;
  const field = fieldOfViewLines(lens, hfov, lit.scene, plan.grid, gridName);
  return [
    [
      'Lens',
      [
        ...lensNameLines(lens, plan.grid, lit.scene.depth !== undefined),
        ...lensLines(described.optics, lens.ghostCount?.()),
      ],
    ],
    ['Focus', focusLines(described.optics.focus)],
    ['Environment', heatLines(described.optics.thermal, lens.notes)],
    ['Stray light', strayLines(described.optics.stray)],
    ['Scene and light', [...sceneLines(plan, described), ...worldLines(plan.world)]],
    ['Field of view', [...field, samplingLine(described.optics)]],
  ];
}

/** What the sensor has read. */
export function sensorParagraphs(
  report: SensorReport,
  grid: SimulationPlan['grid'],
  object: ObjectReport | null,
): Paragraphs {
  const { Motion, HDR } = chipTopics(report);
  return [
    ['Object', objectLines(object, report.snrAtGrey18)],
    ['Sensor', sensorLines(report, grid)],
    ['Motion', [...Motion, ...blurLines(object, report.exposureSeconds)]],
    ['HDR', HDR],
    ['Exposure', exposureLines(report)],
    ['Signal', signalLines(report)],
  ];
}

export const rawClippingLine = ({ clippedPercent, channels }: SensorReport): LogText =>
  clippedLine('raw (well or converter full)', clippedPercent, lettersOf(channels));

export const seedsLine = ({ seeds, noise }: SimulationPlan): string =>
  noise
    ? `Noise seeds: ${seeds.temporal} (shot and read), ${seeds.fixedPattern} (fixed pattern).`
    : 'Noise is off: every pixel shows its mean.';
