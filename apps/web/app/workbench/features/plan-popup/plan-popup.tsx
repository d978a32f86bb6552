import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Popover.layer.css';

import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

const plans = ['Trial', 'Basic', 'Pro', 'Max'];

interface PlanPopupProps {
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * The plan chooser, anchored to the person. The specification gives choosing no effect, so it only
 * closes.
 */
export function PlanPopup({ className, children }: PlanPopupProps) {
  return (
    <Menu
      position="top-start"
      width={200}
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <button type="button" className={className}>
          {children}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {plans.map((plan) => (
          <Menu.Item key={plan}>{plan}</Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
