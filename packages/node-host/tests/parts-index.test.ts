import { expect, test } from 'vitest';
import {
  decodeText,
  lensDesign,
  lensOverview,
  loadLensFile,
  readSensorFile,
  sensorOverview,
} from '@lumenloom/engine';
import {
  QUANTUM_EFFICIENCY,
  optics,
  publishedChoice,
  sensors,
  type OpticsId,
} from '@lumenloom/engine/catalogue';
import {
  partsIndex,
  publishedLens,
  publishedNames,
  readPublished,
  type PartsIndex,
} from '../src/published.ts';

async function listedLens(id: OpticsId): Promise<PartsIndex['lenses'][number]> {
  const file = await loadLensFile(id);
  return { ...named(optics[id].label, file), figures: lensOverview(lensDesign(file)) };
}

async function lensOf(name: string): Promise<PartsIndex['lenses'][number]> {
  const { file } = (await publishedLens(name))!;
  return { ...named(publishedChoice(name), file), figures: lensOverview(lensDesign(file)) };
}

async function sensorOf(name: string): Promise<PartsIndex['sensors'][number]> {
  const text = decodeText((await readPublished('sensors', name))!);
  const stated = JSON.parse(text) as { readonly name: string; readonly source: string };
  const { sensor } = await readSensorFile(text, name);
  const figures = sensorOverview(sensor, (key) => Object.hasOwn(stated, key));
  return { ...named(publishedChoice(name), stated), figures };
}

/** The sensors of the list are known to the last value: they are their defaults. */
const listedSensors = Object.values(sensors).map(
  ({ label, order, bits, fields }): PartsIndex['sensors'][number] => ({
    name: label,
    label,
    figures: sensorOverview({
      name: label,
      order,
      bits,
      parameters: Object.fromEntries(fields.map((field) => [field.key, field.default])),
      quantumEfficiency: QUANTUM_EFFICIENCY,
    }),
  }),
);

const named = (name: string, { name: label, source }: { name: string; source?: string }) => ({
  name,
  label,
  ...(source !== undefined && { source }),
});

test('the index has every part with the figures that its file gives (-u writes it again)', async () => {
  const index: PartsIndex = {
    lenses: [
      ...(await Promise.all((Object.keys(optics) as OpticsId[]).map(listedLens))),
      ...(await Promise.all((await publishedNames('lenses')).map(lensOf))),
    ],
    sensors: [
      ...listedSensors,
      ...(await Promise.all((await publishedNames('sensors')).map(sensorOf))),
    ],
  };
  await expect(`${JSON.stringify(index, null, 2)}\n`).toMatchFileSnapshot(
    '../published/index.json',
  );
  expect(await partsIndex()).toEqual(index);
});
