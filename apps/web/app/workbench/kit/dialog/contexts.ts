import { createContext } from 'react';

/**
 * Whether this deployment has any switch of the workbench on; without one, dialogs behave as
 * specified: they check nothing, ask nothing, and have only the specified labels.
 */
export const ToolsContext = createContext(false);

/**
 * Whether dialogs stand beside the picture and changes count at once: number fields then have
 * sliders, and their labels can be dragged.
 */
export const DockedContext = createContext(false);
