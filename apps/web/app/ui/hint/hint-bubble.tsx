import '@mantine/core/styles/Tooltip.layer.css';

import { Tooltip } from '@mantine/core';
import { useEffect, useId } from 'react';
import styles from './hint.module.css';
import type { HintBubbleProps } from './hint.tsx';

/** The tooltip of a control, while it is shown. */
export function HintBubble({ control, label, position, onId }: HintBubbleProps) {
  const name = useId();
  useEffect(() => onId(document.querySelector(`[data-hint="${name}"]`)?.id), [name, onId]);
  // Next to its control in the document, so that both are in the same landmark; `fixed`, so that
  // ancestors with hidden overflow do not clip it.
  return (
    <Tooltip
      target={control}
      opened
      label={label}
      position={position}
      withinPortal={false}
      floatingStrategy="fixed"
      transitionProps={{ duration: 0 }}
      multiline
      maw={280}
      classNames={{ tooltip: styles.hint }}
      data-hint={name}
    />
  );
}
