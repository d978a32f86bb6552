import type { Decoded } from '@lumenloom/contract';
import { planYield, type PlannedYield } from '@lumenloom/experiment';
import { planChoice, type ChoiceSource, type PlannedChoice } from '@lumenloom/experiment/choice';
import type { OwnGoal } from './own-goal.ts';

/** Plans a choice of an account; no names of files are looked for on this machine. */
export const plannedChoice = (
  { content, named, files }: OwnGoal & { readonly kind: 'choose' },
  between?: ChoiceSource['between'],
): Promise<Decoded<PlannedChoice>> =>
  planChoice(content, {
    own: named,
    between,
    ...(files && {
      stored: {
        evaluate: {
          dataset: files.dataset,
          network: files.network,
          ...(files.descriptor && { descriptor: files.descriptor }),
        },
        names: files.names,
      },
    }),
  });

/** Plans a yield of an account. */
export const plannedYield = ({
  content,
  own,
  named,
}: OwnGoal & { readonly kind: 'yield' }): Promise<Decoded<PlannedYield>> =>
  planYield(content, own, { named });
