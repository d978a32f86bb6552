import '@mantine/core/styles/Tooltip.layer.css';

import { Tooltip, type TooltipProps } from '@mantine/core';
import styles from './hint.module.css';

/** Tooltip of a control, shown on hover and on focus. */
export function Hint(props: Pick<TooltipProps, 'label' | 'disabled' | 'position' | 'children'>) {
  // Next to its control in the document, so that both are in the same landmark; `fixed`, so that
  // ancestors with hidden overflow do not clip it.
  return (
    <Tooltip
      withinPortal={false}
      floatingStrategy="fixed"
      events={{ hover: true, focus: true, touch: true }}
      openDelay={200}
      multiline
      maw={280}
      classNames={{ tooltip: styles.hint }}
      {...props}
    />
  );
}
