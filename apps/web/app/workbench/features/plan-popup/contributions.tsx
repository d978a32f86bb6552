import type { Contributions } from '../../shell/bench/feature.ts';
import { PlanPopup } from './plan-popup.tsx';

export const contribute = (): Contributions => ({ Person: PlanPopup });
