import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';

interface AddressButtonProps extends Omit<ButtonProps, 'type'> {
  /** Where the press leads, decided at the press: an address, or -1 for the page before. */
  readonly addressAtPress: () => string | -1;
  /** Where it leads when scripts do not run at all. */
  readonly addressWithoutScripts: string;
  readonly children: ReactNode;
}

/**
 * A button that leads to an address which only a script can decide. Without scripts its form leads
 * to a fixed one.
 */
export function AddressButton({
  addressAtPress,
  addressWithoutScripts,
  ...button
}: AddressButtonProps) {
  const navigate = useNavigate();
  return (
    <form
      action={addressWithoutScripts}
      onSubmit={(event) => {
        event.preventDefault();
        const address = addressAtPress();
        void (address === -1 ? navigate(address) : navigate(address));
      }}
    >
      <Button type="submit" {...button} />
    </form>
  );
}
