import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  decodeText,
  lensDesign,
  isMeasured,
  lensOverview,
  measuredOverview,
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
import { factsOfSensors } from '../src/published-sensors.ts';

async function listedLens(id: OpticsId): Promise<PartsIndex['lenses'][number]> {
  const file = await loadLensFile(id);
  return { ...named(optics[id].label, file, 'built-in'), figures: lensOverview(lensDesign(file)) };
}

async function lensOf(name: string): Promise<PartsIndex['lenses'][number]> {
  const { file } = (await publishedLens(name))!;
  return {
    ...named(publishedChoice(name), file, isMeasured(file) ? 'phone' : 'photographic'),
    figures: isMeasured(file) ? measuredOverview(file) : lensOverview(lensDesign(file)),
  };
}

async function sensorOf(name: string): Promise<PartsIndex['sensors'][number]> {
  const text = decodeText((await readPublished('sensors', name))!);
  const stated = JSON.parse(text) as { readonly name: string; readonly source: string };
  const { sensor } = await readSensorFile(text, name);
  const figures = sensorOverview(sensor, (key) => Object.hasOwn(stated, key));
  const { group, shutter } = facts.get(name) ?? { group: 'other', shutter: null };
  return { ...named(publishedChoice(name), stated, group), shutter, figures };
}

const facts = await factsOfSensors();

/** The sensors of the list are known to the last value: they are their defaults. */
const listedSensors = Object.values(sensors).map(
  ({ label, order, bits, fields }): PartsIndex['sensors'][number] => ({
    name: label,
    label,
    group: 'built-in',
    shutter: 'global',
    figures: sensorOverview({
      name: label,
      order,
      bits,
      parameters: Object.fromEntries(fields.map((field) => [field.key, field.default])),
      quantumEfficiency: QUANTUM_EFFICIENCY,
    }),
  }),
);

const named = (
  name: string,
  { name: label, source }: { name: string; source?: string },
  group: string,
) => ({ name, label, ...(source !== undefined && { source }), group });

interface Catalogue {
  readonly sources: Readonly<Record<string, { readonly title: string; readonly url?: string }>>;
  readonly lenses: readonly (Readonly<Record<string, unknown>> & {
    readonly id: string;
    readonly label: string;
    readonly source: string;
    readonly group: string;
  })[];
}
const catalogue = JSON.parse(
  readFileSync(new URL('../published/lenses-catalogue.json', import.meta.url), 'utf8'),
) as Catalogue;

const catalogueLenses = machineVisionFirst(
  catalogue.lenses.map((lens): PartsIndex['catalogueLenses'][number] => {
    const { title, url } = catalogue.sources[lens.source]!;
    const number = (key: string) => (lens[key] as number | undefined) ?? null;
    const text = (key: string) => (lens[key] as string | undefined) ?? null;
    return {
      name: lens.id,
      label: lens.label,
      source: url === undefined ? title : `${url} (${title})`,
      group: lens.group,
      figures: {
        focalLengthMm: number('focalLengthMm'),
        fNumberMin: number('fNumberMin'),
        mount: text('mount'),
        imageFormat: text('imageFormat'),
        imageCircleMm: number('imageCircleMm'),
        minimumObjectDistanceMm: number('minimumObjectDistanceMm'),
      },
    };
  }),
);

/** In the order of the file, but for this group. */
function machineVisionFirst<Part extends { readonly group: string }>(
  parts: readonly Part[],
): Part[] {
  const isFirst = ({ group }: Part): boolean => group === 'machine vision';
  return [...parts.filter(isFirst), ...parts.filter((part) => !isFirst(part))];
}

test('the index has every part with the figures that its file gives (-u writes it again)', async () => {
  const index: PartsIndex = {
    lenses: [
      ...(await Promise.all((Object.keys(optics) as OpticsId[]).map(listedLens))),
      ...(await Promise.all((await publishedNames('lenses')).map(lensOf))),
    ],
    sensors: [
      ...listedSensors,
      ...machineVisionFirst(await Promise.all((await publishedNames('sensors')).map(sensorOf))),
    ],
    catalogueLenses,
  };
  await expect(`${JSON.stringify(index, null, 2)}\n`).toMatchFileSnapshot(
    '../published/index.json',
  );
  expect(await partsIndex()).toEqual(index);
});
