import { PRODUCT_TYPES, type ProductType } from '@lumenloom/contract';

/** The plan that the pricing page sent along in the navigation's state; undefined without one, and for one that nobody sells (ruling A4). */
export function chosenPlan(state: unknown): ProductType | undefined {
  const name: unknown =
    typeof state === 'object' && state !== null && 'planName' in state ? state.planName : undefined;
  return PRODUCT_TYPES.find((type) => type === name);
}
