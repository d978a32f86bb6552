// With the description of reports, which the workbench does not need before.
export { exampleFigure, figureNames } from '@lumenloom/contract';
