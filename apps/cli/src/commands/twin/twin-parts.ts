import { labels, toSensorPlan } from '@lumenloom/contract';
import {
  readAnyLensFile,
  readSensorFile,
  type AnyLensFile,
  type SensorPlan,
} from '@lumenloom/engine';
import { sensors } from '@lumenloom/engine/catalogue';
import type { TwinDocuments } from '@lumenloom/engine/twin';
import { accept } from '../../arguments.ts';
import { jsonText } from '../print.ts';

/** The files of a twin as the parts that they describe. */
export async function twinParts({ sensor, lens }: TwinDocuments): Promise<{
  readonly sensor: SensorPlan;
  readonly lens: AnyLensFile | undefined;
}> {
  const read = await readSensorFile(jsonText(sensor), 'sensor.json');
  const plan = accept(toSensorPlan(labels(sensors)[0]!, undefined, read.sensor));
  return {
    sensor: plan.sensor,
    lens: lens && readAnyLensFile(lens),
  };
}
