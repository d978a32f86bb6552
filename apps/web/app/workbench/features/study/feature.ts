import type { WorkbenchFeature } from '@lumenloom/contract';
import type { Feature } from '../../shell/bench/feature.ts';
import type { GoalName } from './goals/list.ts';

const goal = (
  name: GoalName,
  ofSwitch: WorkbenchFeature,
  sentence: string,
  group: Feature['group'] = 'Vary',
): Feature => ({
  name,
  switches: [ofSwitch],
  group,
  says: sentence,
  open: async (bench) => (await import('./goals/list.ts')).goalsByName[name](bench),
});

/** The goals of the tabs Measure and Study, a line each in their order. */
export const goals: readonly Feature[] = [
  goal(
    'lab',
    'lab',
    'Says what the picture tells: NEQ, information capacity, the error of an edge. Makes the report of a lab.',
    'Measure',
  ),
  goal('sweep', 'sweep', 'Computes many runs with varied fields, and plots their figures.'),
  goal('study', 'study', 'Searches for the best values of varied fields, and tunes the ISP.'),
  goal('score', 'networks', 'Scores networks.'),
  goal('choose', 'choose', 'Races cameras for a task.'),
  goal('yield', 'choose', 'Says which share of made cameras keeps a limit.'),
];
