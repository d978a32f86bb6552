import '@mantine/core/styles/Tooltip.layer.css';

import { Tooltip, type TooltipProps } from '@mantine/core';
import styles from './hint.module.css';

/** A few words beside a control, on hover and on focus. */
export function Hint(props: Pick<TooltipProps, 'label' | 'disabled' | 'position' | 'children'>) {
  // Beside its control in the document too, so that it belongs to the same landmark; `fixed` lets it out of what cuts off its contents.
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
