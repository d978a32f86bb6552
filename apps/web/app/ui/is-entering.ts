import type { PointerEvent } from 'react';

/**
 * Whether the pointer comes into the element of a `pointerover`. React sends no `pointerenter` when
 * the element that the pointer leaves has been removed.
 */
export const isEntering = ({ currentTarget, relatedTarget }: PointerEvent): boolean =>
  !currentTarget.contains(relatedTarget as Node | null);
