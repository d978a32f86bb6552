import type { LabProfile } from '@lumenloom/contract';
import type { LabCamera, Reading } from '../reading.ts';
import { readConditions } from './conditions.ts';
import { MOST_EDGE_FRAMES } from './edge-frames.ts';
import { noiseFrames, readNoise, readSteps, readVisualNoise } from './noise.ts';
import {
  readColour,
  readFlare,
  readGeometry,
  readLateralColour,
  readShading,
  readTvDistortion,
} from './picture.ts';
import { readAcutance, readSfr, readStar, readTexture } from './sharpness.ts';
import {
  readCars,
  readContrast,
  readEdge,
  readEmva,
  readFlicker,
  readInformation,
} from './signal.ts';

/** A part of the report. */
export interface LabSection {
  readonly id: string;
  readonly title: string;
  /** The method that public material describes. */
  readonly after: string;
  /** Frames of one reading, which is how far the seeds of readings are apart. */
  readonly frames?: (isDraft: boolean) => number;
  /** One reading has its own errors, or none. */
  readonly isReadOnce?: boolean;
  readonly read: (camera: LabCamera) => Promise<Reading>;
}

const conditions: LabSection = {
  ...{ id: 'conditions', title: 'Conditions', after: '', isReadOnce: true },
  read: readConditions,
};
const sfr: LabSection = {
  ...{ id: 'sfr', title: 'Sharpness of edges over the field', after: 'ISO 12233:2023, e-SFR' },
  // An edge and a white field.
  frames: () => 2,
  read: readSfr,
};
const star: LabSection = {
  ...{ id: 'star', title: 'Sine star', after: 'ISO 12233:2023, s-SFR', read: readStar },
};
const texture: LabSection = {
  ...{ id: 'texture', title: 'Texture and acutance', read: readTexture },
  after: 'Kirk, Herzer, Artmann, Kunz 2014; CPIQ (Baxter, Cao, Eliasson, Phillips 2012)',
};
const noise: LabSection = {
  ...{ id: 'noise', title: 'Noise and its power spectrum', frames: noiseFrames, read: readNoise },
  after: 'IEC 62220-1-1:2015, without its absolute scale',
};
const steps: LabSection = {
  ...{ id: 'steps', title: 'Grey steps', frames: noiseFrames, read: readSteps },
  after: 'ISO 14524:2009 and ISO 15739; the stray light of the chart is in it',
};
const colour: LabSection = {
  ...{ id: 'colour', title: 'Colour', read: readColour },
  after: 'CIE 142 (CIEDE2000), the Macbeth chart under D65',
};
const geometry: LabSection = {
  ...{ id: 'geometry', title: 'Geometry and camera model', read: readGeometry },
  after: 'ISO 17850:2015, ISO 19084:2015; models of OpenCV',
};
const shading: LabSection = {
  ...{ id: 'shading', title: 'Shading', after: 'ISO 17957:2015', read: readShading },
};
const flare: LabSection = {
  ...{ id: 'flare', title: 'Flare', after: 'ISO 9358', read: readFlare },
};
const shannon =
  'ICRU 54; Shannon 1948; the disc after Koren (Electronic Imaging 2020, 2024) as we read it';
const information: LabSection = {
  ...{ id: 'information', title: 'Information', after: shannon, read: readInformation },
  frames: () => MOST_EDGE_FRAMES,
};
const cars: LabSection = { ...information, title: 'Information about cars', read: readCars };
const contrast: LabSection = {
  ...{ id: 'contrast', title: 'Contrast detection', frames: noiseFrames, read: readContrast },
  after: "Geese, Seger, Paolillo 2018; not IEEE 2020-2024's CTA, whose text is not public",
};
const flicker: LabSection = {
  ...{ id: 'flicker', title: 'Flicker', frames: () => 16, read: readFlicker },
  after: "the formulas of IEEE P2020's public code",
};
const emva: LabSection = {
  ...{ id: 'emva', title: 'EMVA 1288', after: 'EMVA 1288 release 4.0, linear' },
  ...{ isReadOnce: true, read: readEmva },
};
const edge: LabSection = {
  ...{ id: 'edge', title: 'Location of an edge', frames: noiseFrames, read: readEdge },
  after: 'the bound of Cramér and Rao',
};
const acutance: LabSection = {
  ...{ id: 'acutance', title: 'Acutance of edge and texture', read: readAcutance },
  frames: () => MOST_EDGE_FRAMES,
  after: 'CPIQ (Baxter, Cao, Eliasson, Phillips 2012)',
};
const visualNoise: LabSection = {
  ...{ id: 'visualNoise', title: 'Visual noise', read: readVisualNoise },
  after: "the structure of ISO 15739:2013, annex B; the standard's own scale is not public",
};
const lateralColour: LabSection = {
  ...{ id: 'lateralColour', title: 'Lateral colour', after: 'ISO 19084:2015' },
  read: readLateralColour,
};
const tvDistortion: LabSection = {
  ...{
    id: 'tvDistortion',
    title: 'TV distortion',
    after: 'SMIA; TV distortion is half of it',
    read: readTvDistortion,
  },
};

/** The sections of each profile, in their order. */
const PROFILES: Readonly<Record<LabProfile, readonly LabSection[]>> = {
  general: [
    ...[conditions, sfr, star, texture, noise, steps, colour],
    ...[geometry, shading, flare, information],
  ],
  automotive: [conditions, sfr, contrast, flicker, steps, flare, geometry, noise, cars],
  'machine-vision': [conditions, emva, sfr, edge, noise, geometry, shading, information],
  mobile: [
    ...[conditions, acutance, visualNoise, colour, shading],
    ...[lateralColour, tvDistortion, steps],
  ],
};

export const sectionsOf = (profile: LabProfile): readonly LabSection[] => PROFILES[profile];
