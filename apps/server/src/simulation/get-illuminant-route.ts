import {
  getIlluminantRequestSchema,
  getIlluminantResponseSchema,
  toIlluminantQuery,
} from '@lumenloom/contract';
import { WAVELENGTHS, shownSpectrum } from '@lumenloom/engine';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { accepted } from '../http-problem.ts';
import { ownRecipeOf } from '../library/own-parts.ts';
import { documented, documentedProblems } from '../plugins/open-api.ts';

/** POST /get_illuminant: the curve of the spectrum plot. */
export function getIlluminantRoute(app: FastifyInstance, config: Config): void {
  const schema = {
    summary: 'The spectrum of an illuminant',
    body: documented(getIlluminantRequestSchema),
    response: {
      200: {
        description:
          'Wavelengths in nm, and energy per band: W/(sr·m²·nm) at the luminance given, else scaled to 100 at 560 nm',
        ...documented(getIlluminantResponseSchema),
      },
      ...documentedProblems,
    },
  };
  app.post('/get_illuminant', { schema }, async (request) => {
    const { body, own } = await ownRecipeOf(app, config, request);
    const { illuminant, luminance } = accepted(toIlluminantQuery(body, own.illuminant));
    return {
      wave: Array.from(WAVELENGTHS),
      energy: Array.from(shownSpectrum(illuminant, luminance)),
    };
  });
}
