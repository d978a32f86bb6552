/** A requirement in the form. */
interface RequirementField {
  readonly key: string;
  readonly label: string;
  /** Asked or not, without a number. */
  readonly isAsked?: true;
}

/** Requirements by what they are about, in the order in which they are asked. */
export const REQUIREMENTS: Readonly<Record<string, readonly RequirementField[]>> = {
  Scene: [
    { key: 'workingDistanceM', label: 'Distance, m' },
    { key: 'fieldWidthMm', label: 'Field width, mm' },
    { key: 'fieldHeightMm', label: 'Field height, mm' },
    { key: 'fieldDegrees', label: 'Field of view, °' },
    { key: 'objectPixelsPerMm', label: 'Pixels per mm' },
    { key: 'objectLinePairsPerMm', label: 'Line pairs per mm' },
    { key: 'depthOfFieldMm', label: 'Depth of field, mm' },
  ],
  Motion: [
    { key: 'motionMmPerSecond', label: 'Motion, mm/s' },
    { key: 'blurPixels', label: 'Blur, pixels' },
    { key: 'longestExposureSeconds', label: 'Exposure, s' },
    { key: 'snrDb', label: 'SNR, dB' },
  ],
  Parts: [
    { key: 'imageCircle', label: 'Image circle covers the sensor', isAsked: true },
    { key: 'mount', label: 'Mounts of the table fit', isAsked: true },
    { key: 'flangeMm', label: 'Flange, mm' },
    { key: 'cost', label: 'Cost' },
    { key: 'price', label: 'Price' },
    { key: 'sizeMm', label: 'Size, mm' },
    { key: 'massG', label: 'Mass, g' },
    { key: 'powerW', label: 'Power, W' },
    { key: 'leadDays', label: 'Lead time, days' },
  ],
};
