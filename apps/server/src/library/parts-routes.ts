import {
  labels,
  listedLensSchema,
  listedSensorSchema,
  messages,
  partsAnswerSchema,
  type ListedLens,
  type ListedSensor,
} from '@lumenloom/contract';
import { assumedLines, loadOnce } from '@lumenloom/engine';
import { optics, publishedChoice, publishedName } from '@lumenloom/engine/catalogue';
import {
  THREAD_ARGUMENTS,
  partsIndex,
  publishedNames,
  publishedSensor,
  type PublishedKind,
} from '@lumenloom/node-host';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Piscina } from 'piscina';
import { httpProblem } from '../http-problem.ts';
import { answer } from '../plugins/open-api.ts';
import { sensorPreview, sensorSummary } from './sensor-sheet.ts';

/** How long the thread is kept without work, in milliseconds. */
const IDLE_MS = 60_000;

type Named = FastifyRequest<{ Params: { name: string } }>;

/** The calls about the lenses and sensors that come with the program. */
export function partsRoutes(app: FastifyInstance): void {
  app.get(
    '/api/parts',
    {
      schema: {
        summary: 'Lists the lenses and sensors that come with the program, with their figures',
        description: 'The figures of files of your own stand in `GET /api/library`.',
        response: { 200: answer('The built-in ones first', partsAnswerSchema) },
      },
    },
    () => partsIndex(),
  );
  lensRoute(app);
  sensorRoute(app);
}

const publishedChoices = async (kind: PublishedKind): Promise<string[]> =>
  (await publishedNames(kind)).map(publishedChoice);

/**
 * GET /api/lenses/<name>: the sheet of a lens that comes with the program, which is computed once.
 */
function lensRoute(app: FastifyInstance): void {
  const thread = new Piscina<string, ListedLens | undefined>({
    filename: new URL('./listed-lens-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    execArgv: [...THREAD_ARGUMENTS],
  });
  app.addHook('onClose', () => thread.destroy());
  const sheets = new Map<string, Promise<ListedLens | undefined>>();
  app.get(
    '/api/lenses/:name',
    {
      schema: {
        summary: 'The sheet of a lens of the list, or of a published lens',
        description:
          '`name` as recipes have it, such as `Cooke Triplet`, or `published:heliar`: drawing, first order, spot diagrams, MTF and the curves over the field.',
        response: {
          200: answer('The lens', listedLensSchema),
          404: answer('There is no such lens.'),
        },
      },
    },
    async ({ params: { name } }: Named) => {
      const known = [...labels(optics), ...(await publishedChoices('lenses'))];
      if (!known.includes(name)) throw httpProblem(404, messages.noListedLens(name, known));
      return loadOnce(sheets, name, () => thread.run(name));
    },
  );
}

/** GET /api/sensors/<name>: the sheet of a published sensor. */
function sensorRoute(app: FastifyInstance): void {
  app.get(
    '/api/sensors/:name',
    {
      schema: {
        summary: 'The sheet of a published sensor',
        description: '`name` as recipes have it, such as `published:imx250`.',
        response: {
          200: answer('The sensor', listedSensorSchema),
          404: answer('There is no such sensor.'),
        },
      },
    },
    async ({ params: { name } }: Named): Promise<ListedSensor> => {
      const read = await publishedSensor(publishedName(name) ?? '');
      if (!read)
        throw httpProblem(404, messages.noListedSensor(name, await publishedChoices('sensors')));
      const { sensor, notes } = read;
      const { sensors } = await partsIndex();
      const source = sensors.find((part) => part.name === name)?.source;
      return {
        name: sensor.name,
        summary: sensorSummary(sensor),
        notes: [
          ...(source === undefined ? [] : [`Source: ${source}`]),
          ...notes,
          ...assumedLines(sensor),
        ],
        preview: sensorPreview(sensor),
      };
    },
  );
}
