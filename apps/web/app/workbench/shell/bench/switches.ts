import type { WorkbenchFeature } from '@lumenloom/contract';
import { writable } from '../../model/store.ts';

/**
 * The switches that are on, in the order of the contract. It may be set at any time while the page
 * lives: the features follow (feature-host.ts). `openWorkbench` sets it to those of the operator
 * when /config.json has come; what a person turns on is to be added there.
 */
export const switchesOn = writable<readonly WorkbenchFeature[]>([]);
