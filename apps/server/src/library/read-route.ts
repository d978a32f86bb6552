import {
  namedPartsSchema,
  readPartsSchema,
  type OwnParts,
  type ReadParts,
} from '@lumenloom/contract';
import type { DepthPlan, SensorFile } from '@lumenloom/engine';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { parsed } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { ownRecipeOf } from './own-parts.ts';

/** POST /api/library/read: what a page needs to compute with parts from files. */
export function readRoute(app: FastifyInstance, config: Config): void {
  const schema = {
    summary: 'What was read from the files and the published parts that a recipe names',
    description:
      'For a program that computes pictures itself. Of scenes the light alone is among them.',
    body: documented(namedPartsSchema),
    response: { 200: answer('The parts', readPartsSchema), ...documentedProblems },
  };
  app.post('/api/library/read', { schema }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const named = parsed(namedPartsSchema, request.body);
    const { body, own } = await ownRecipeOf(app, config, request, named);
    const { optics, illuminant, sensor, quantumEfficiency, depth, scene } = own;
    return {
      choices: body as Readonly<Record<string, string>>,
      ...(optics && { optics: { ...optics } }),
      ...(illuminant?.energy && {
        illuminant: { ...illuminant, energy: Array.from(illuminant.energy) },
      }),
      ...(sensor && {
        sensor: withoutMaps({
          ...sensor,
          quantumEfficiency: asLists(sensor.quantumEfficiency),
        }),
      }),
      ...(quantumEfficiency && { quantumEfficiency: asLists(quantumEfficiency) }),
      ...(depth && { depth: headerOf(depth) }),
      ...(scene && { scene: lightOf(scene) }),
    } satisfies ReadParts;
  });
}

const headerOf = ({ label, digest, rows, columns, kind, unknownShare }: DepthPlan) => ({
  label,
  digest,
  rows,
  columns,
  kind,
  unknownShare,
});

const lightOf = ({ label, digest, nativeIlluminant }: NonNullable<OwnParts['scene']>) => ({
  label,
  digest,
  nativeIlluminant,
});

const asLists = (spectra: readonly Float64Array[] | undefined): number[][] | undefined =>
  spectra?.map((spectrum) => Array.from(spectrum));

/** A page draws the pixels of a sensor: the planes of its maps stay here. */
const withoutMaps = <Sensor extends Pick<SensorFile, 'chip'>>(sensor: Sensor): Sensor => {
  const { maps, ...chip } = sensor.chip ?? {};
  return maps ? { ...sensor, chip } : sensor;
};
