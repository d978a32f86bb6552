import { PRODUCT_TYPES, type ProductType } from '@lumenloom/contract';

/**
 * The plan in the navigation state that the pricing page sets; undefined without a plan or for an
 * unknown one (docs/reference/protocol.md#a4).
 */
export function chosenPlan(state: unknown): ProductType | undefined {
  const name: unknown =
    typeof state === 'object' && state !== null && 'planName' in state ? state.planName : undefined;
  return PRODUCT_TYPES.find((type) => type === name);
}
