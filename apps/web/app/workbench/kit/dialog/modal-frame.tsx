import { Modal, type ModalProps } from '@mantine/core';
import frame from './dialog-frame.module.css';

interface ModalFrameProps extends Omit<ModalProps, 'opened' | 'classNames' | 'content'> {
  /** Classes of its own. */
  readonly bodyClass: string | undefined;
  readonly contentClass?: string | undefined;
}

/** A dialog over the page, in the look of the parameter dialogs. */
export const ModalFrame = ({ bodyClass = '', contentClass = '', ...props }: ModalFrameProps) => (
  <Modal
    opened
    centered
    transitionProps={{ duration: 0 }}
    overlayProps={{ backgroundOpacity: 0.6 }}
    closeButtonProps={{ 'aria-label': 'Close' }}
    classNames={{
      content: `${frame.content!} ${contentClass}`,
      header: frame.header!,
      title: frame.title!,
      body: bodyClass,
    }}
    {...props}
  />
);
