import { SimulationError, lineOf } from '@lumenloom/engine';
import type { OpenNetwork } from '@lumenloom/node-host';

/**
 * A detector of text whose boxes a second network reads, each cut out and turned upright.
 *
 * @throws SimulationError where the two are not a detector and a recogniser.
 */
export function withRecogniser(detector: OpenNetwork, recogniser: OpenNetwork): OpenNetwork {
  const refuse = (sentence: string, field: string): never => {
    throw new SimulationError('bad-parameter', sentence, field);
  };
  if (detector.descriptor.output.kind !== 'text-map')
    refuse('A recogniser reads the boxes of a network that gives a text-map.', 'network');
  if (recogniser.descriptor.output.kind !== 'ctc')
    refuse('A recogniser is a network that gives characters (ctc).', 'recogniser.network');
  if (recogniser.descriptor.labels === null)
    refuse(
      'Characters are not in the file of the recogniser: give labels.',
      'recogniser.descriptor',
    );
  return {
    ...detector,
    problems: [
      ...detector.problems,
      ...recogniser.problems.map((problem) => `recogniser: ${problem}`),
    ],
    find: async (picture, watch, options) => {
      const found = await detector.find(picture, watch, options);
      if (found.kind !== 'text') return found;
      const regions = [];
      for (const region of found.regions) {
        const line = await recogniser.find(lineOf(picture, region.rectangle), watch, {
          threshold: 'scoring',
        });
        const read = line.kind === 'text' ? line.regions[0]?.text : undefined;
        regions.push({ ...region, text: read ?? '' });
      }
      return { kind: 'text', regions };
    },
    close: () => {
      detector.close();
      recogniser.close();
    },
  };
}
