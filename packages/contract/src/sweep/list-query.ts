import { z } from 'zod';
import { refuse } from '../refuse.ts';
import { SWEEP_STATES } from './sweep-status.ts';

const UNKNOWN_STATE = `state must be some of ${SWEEP_STATES.join(', ')}, with commas between them.`;

/** The query of the calls that list experiments. */
export const listQuerySchema = z.object({
  state: z
    .string(UNKNOWN_STATE)
    .transform((text, context) =>
      text
        .split(',')
        .map(
          (name) => SWEEP_STATES.find((state) => state === name) ?? refuse(context, UNKNOWN_STATE),
        ),
    )
    .optional()
    .describe('Only those in one of these states, with commas between them: waiting,running.'),
});
