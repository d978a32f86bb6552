/** Fields of the messages in a recording, by their type (common_interfaces of ROS 2 Jazzy). */
const FIELDS = {
  'builtin_interfaces/Time': ['int32 sec', 'uint32 nanosec'],
  'std_msgs/Header': ['builtin_interfaces/Time stamp', 'string frame_id'],
  'sensor_msgs/Image': [
    ...['std_msgs/Header header', 'uint32 height', 'uint32 width', 'string encoding'],
    ...['uint8 is_bigendian', 'uint32 step', 'uint8[] data'],
  ],
  'sensor_msgs/RegionOfInterest': [
    ...['uint32 x_offset', 'uint32 y_offset', 'uint32 height', 'uint32 width', 'bool do_rectify'],
  ],
  'sensor_msgs/CameraInfo': [
    ...['std_msgs/Header header', 'uint32 height', 'uint32 width', 'string distortion_model'],
    ...['float64[] d', 'float64[9] k', 'float64[9] r', 'float64[12] p'],
    ...['uint32 binning_x', 'uint32 binning_y', 'sensor_msgs/RegionOfInterest roi'],
  ],
  'geometry_msgs/Vector3': ['float64 x', 'float64 y', 'float64 z'],
  'geometry_msgs/Quaternion': ['float64 x', 'float64 y', 'float64 z', 'float64 w'],
  'geometry_msgs/Transform': [
    ...['geometry_msgs/Vector3 translation', 'geometry_msgs/Quaternion rotation'],
  ],
  'geometry_msgs/TransformStamped': [
    ...['std_msgs/Header header', 'string child_frame_id', 'geometry_msgs/Transform transform'],
  ],
  'tf2_msgs/TFMessage': ['geometry_msgs/TransformStamped[] transforms'],
} as const;

type MessageType = keyof typeof FIELDS;
/** Types that a recording has as messages of their own. */
export type TopicType = 'sensor_msgs/Image' | 'sensor_msgs/CameraInfo' | 'tf2_msgs/TFMessage';

/** The name of a type as schemas have it. */
export const schemaName = (type: TopicType): string => type.replace('/', '/msg/');

/** The definition of a type with the types that it needs, as a schema of encoding `ros2msg`. */
export function definitionOf(type: TopicType): string {
  const needed: MessageType[] = [type];
  for (const known of needed)
    for (const field of FIELDS[known]) {
      const [part = ''] = field.split(/[[ ]/);
      if (part in FIELDS && !needed.includes(part as MessageType)) needed.push(part as MessageType);
    }
  return needed
    .map((known, i) => [...(i > 0 ? [`MSG: ${known}`] : []), ...FIELDS[known]].join('\n'))
    .join(`\n${'='.repeat(80)}\n`);
}
