import { IconFilePlus } from '@tabler/icons-react';
import { checkDevice } from '../checks/device-check.ts';
import { notWhileRunning, type Action } from './action.ts';

/**
 * Clears recipe, picture and log, and asks the server again which device computes. The answer is
 * the first line of the new log.
 */
export const newAction: Action = {
  label: 'New',
  icon: IconFilePlus,
  whyDisabled: notWhileRunning,
  perform: ({ requests, changeRecipe, tellRun }) => {
    requests.abort('field of view');
    const checked = checkDevice(requests.begin('device'), (content) =>
      tellRun({ type: 'log', content }),
    );
    changeRecipe({ type: 'reset' });
    tellRun({ type: 'reset' });
    return checked;
  },
};
