// Makes the files of this folder with the OpenEXR project's own library, and prints what the library
// reads from them: the numbers of expected.json. From Debian's libopenexr-dev 3.1.5:
//   g++ -O1 -I/usr/include/OpenEXR -I/usr/include/Imath make.cpp -o make -lOpenEXR-3_1 -lIex-3_1 -lImath-3_1
//   ./make > expected.json
#include <ImfChannelList.h>
#include <ImfDeepFrameBuffer.h>
#include <ImfDeepScanLineOutputFile.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfRgbaFile.h>
#include <ImfTiledOutputFile.h>
#include <ImfTiledOutputPart.h>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
using namespace OPENEXR_IMF_NAMESPACE;
using namespace IMATH_NAMESPACE;
using std::string;
using std::vector;

const int W = 21, H = 37;
struct Named { const char *name; PixelType type; bool logarithmic = false; };
const vector<Named> MIXED = {{"B", HALF, false}, {"G", HALF, true}, {"Z", FLOAT}, {"id", UINT}};

// Smooth, with a jump, some noise, negative and large values, and an even area.
double valueAt(const string &name, int x, int y) {
  if (name == "id" || name.find("Index") != string::npos) return (x > 6) + 2 * (y > 20);
  if (x < 4 && y < 4) return 0;
  unsigned n = (x * 7919u + y * 104729u + name[0] * 31u) % 5u;
  double smooth = round((0.2 + 0.03 * x + 0.01 * y + 0.01 * n) * 64) / 64;
  if (name.back() == 'Z') return x + y == 20 ? 1e10 : 3 + smooth * (y > 17 ? 100 : 1);
  return x > 8 && y > 30 ? smooth * 900 : name == "G" && y == 12 ? 0.001 * x : smooth - (x == 5);
}

struct Planes {
  Box2i window;
  vector<vector<char>> data;
  FrameBuffer buffer;
  Planes(Box2i w, const vector<Named> &channels) : window(w) {
    int columns = w.max.x - w.min.x + 1, rows = w.max.y - w.min.y + 1;
    data.resize(channels.size());
    for (size_t c = 0; c < channels.size(); ++c) {
      int size = channels[c].type == HALF ? 2 : 4;
      data[c].resize(size_t(columns) * rows * size);
      for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
          char *to = &data[c][(size_t(y) * columns + x) * size];
          double v = valueAt(channels[c].name, x, y);
          if (channels[c].type == HALF) { half h = half(float(v)); memcpy(to, &h, 2); }
          else if (channels[c].type == FLOAT) { float f = float(v); memcpy(to, &f, 4); }
          else { unsigned u = unsigned(v); memcpy(to, &u, 4); }
        }
      char *origin = &data[c][0] - (ptrdiff_t(w.min.y) * columns + w.min.x) * size;
      buffer.insert(channels[c].name, Slice(channels[c].type, origin, size, size_t(size) * columns));
    }
  }
};

Header headerOf(Box2i display, Box2i data, Compression compression, const vector<Named> &channels) {
  Header header(display, data);
  header.compression() = compression;
  for (auto &c : channels) header.channels().insert(c.name, Channel(c.type, 1, 1, c.logarithmic));
  return header;
}

void lines(const string &file, Box2i display, Box2i data, Compression z, const vector<Named> &channels,
           LineOrder order = INCREASING_Y) {
  Header header = headerOf(display, data, z, channels);
  header.lineOrder() = order;
  Planes planes(data, channels);
  OutputFile out(file.c_str(), header);
  out.setFrameBuffer(planes.buffer);
  out.writePixels(data.max.y - data.min.y + 1);
}

void tiles(const string &file, Box2i data, Compression z, LevelMode mode, LevelRoundingMode rounding,
           const vector<Named> &channels = MIXED, int tile = 13) {
  Header header = headerOf(data, data, z, channels);
  header.setTileDescription(TileDescription(tile, tile + 7, mode, rounding));
  TiledOutputFile out(file.c_str(), header);
  for (int ly = 0; ly < out.numYLevels(); ++ly)
    for (int lx = 0; lx < out.numXLevels(); ++lx) {
      if (!out.isValidLevel(lx, ly)) continue;
      Planes planes(out.dataWindowForLevel(lx, ly), channels);
      out.setFrameBuffer(planes.buffer);
      out.writeTiles(0, out.numXTiles(lx) - 1, 0, out.numYTiles(ly) - 1, lx, ly);
    }
}

string base64(const vector<float> &values) {
  static const char *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *b = reinterpret_cast<const unsigned char *>(values.data());
  size_t n = values.size() * 4;
  string text;
  for (size_t i = 0; i < n; i += 3) {
    unsigned v = b[i] << 16 | (i + 1 < n ? b[i + 1] << 8 : 0) | (i + 2 < n ? b[i + 2] : 0);
    for (int k = 0; k < 4; ++k)
      text += i + k > n ? '=' : letters[v >> (18 - 6 * k) & 63];
  }
  return text;
}

// What the library reads, over the display window: 0 where nothing is stored.
void print(const string &file, vector<string> &planes, bool &first) {
  MultiPartInputFile in(file.c_str());
  for (int part = 0; part < in.parts(); ++part) {
    InputPart input(in, part);
    const Header &header = in.header(part);
    Box2i display = header.displayWindow(), data = header.dataWindow();
    int columns = display.max.x - display.min.x + 1, rows = display.max.y - display.min.y + 1;
    int wide = data.max.x - data.min.x + 1, high = data.max.y - data.min.y + 1;
    for (auto c = header.channels().begin(); c != header.channels().end(); ++c) {
      vector<float> values(size_t(wide) * high);
      FrameBuffer buffer;
      buffer.insert(c.name(), Slice(FLOAT, (char *)(values.data() - (ptrdiff_t(data.min.y) * wide + data.min.x)),
                                    4, 4 * size_t(wide)));
      input.setFrameBuffer(buffer);
      input.readPixels(data.min.y, data.max.y);
      vector<float> shown(size_t(rows) * columns, 0.f);
      for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
          int dx = x + display.min.x - data.min.x, dy = y + display.min.y - data.min.y;
          if (dx >= 0 && dy >= 0 && dx < wide && dy < high)
            shown[size_t(y) * columns + x] = values[size_t(dy) * wide + dx];
        }
      string text = base64(shown);
      size_t plane = std::find(planes.begin(), planes.end(), text) - planes.begin();
      if (plane == planes.size()) planes.push_back(text);
      printf("%s\n{\"file\":\"%s\",\"part\":\"%s\",\"channel\":\"%s\",\"rows\":%d,\"columns\":%d,\"plane\":%zu}",
             first ? "" : ",", file.c_str(), header.hasName() ? header.name().c_str() : "", c.name(), rows,
             columns, plane);
      first = false;
    }
  }
}

int main() {
  const Box2i box(V2i(0, 0), V2i(W - 1, H - 1));
  const struct { const char *name; Compression z; } methods[] = {
      {"none", NO_COMPRESSION}, {"rle", RLE_COMPRESSION}, {"zips", ZIPS_COMPRESSION},
      {"zip", ZIP_COMPRESSION}, {"piz", PIZ_COMPRESSION}, {"pxr24", PXR24_COMPRESSION},
      {"b44", B44_COMPRESSION}, {"b44a", B44A_COMPRESSION}};
  vector<string> files;
  for (auto &m : methods) {
    files.push_back(string("lines-") + m.name + ".exr");
    lines(files.back(), box, box, m.z, MIXED);
    files.push_back(string("tiles-") + m.name + ".exr");
    tiles(files.back(), box, m.z, ONE_LEVEL, ROUND_DOWN);
  }
  files.push_back("mip.exr");
  tiles("mip.exr", Box2i(V2i(0, 0), V2i(14, 20)), ZIP_COMPRESSION, MIPMAP_LEVELS, ROUND_UP);
  files.push_back("rip.exr");
  tiles("rip.exr", Box2i(V2i(0, 0), V2i(14, 20)), ZIP_COMPRESSION, RIPMAP_LEVELS, ROUND_DOWN);
  files.push_back("tiles-piz-large.exr");
  tiles("tiles-piz-large.exr", Box2i(V2i(0, 0), V2i(66, 74)), PIZ_COMPRESSION, ONE_LEVEL, ROUND_DOWN,
        {{"id", UINT}, {"R", HALF}}, 64);
  files.push_back("decreasing.exr");
  lines("decreasing.exr", box, box, ZIPS_COMPRESSION, MIXED, DECREASING_Y);
  // Data that begin left of and above the picture, and end inside it.
  files.push_back("windows.exr");
  lines("windows.exr", Box2i(V2i(10, -5), V2i(24, 29)), Box2i(V2i(7, -9), V2i(19, 21)), PIZ_COMPRESSION, MIXED);
  // Blender's names.
  files.push_back("blender.exr");
  lines("blender.exr", box, box, ZIP_COMPRESSION,
        {{"ViewLayer.Combined.R", HALF}, {"ViewLayer.Combined.G", HALF}, {"ViewLayer.Combined.B", HALF},
         {"ViewLayer.Combined.A", HALF}, {"ViewLayer.Depth.Z", FLOAT}, {"ViewLayer.IndexOB.X", FLOAT},
         {"ViewLayer.Vector.X", HALF}, {"ViewLayer.Vector.Y", HALF}, {"ViewLayer.Vector.Z", HALF},
         {"ViewLayer.Vector.W", HALF}});
  {
    files.push_back("parts.exr");
    vector<Named> colour = {{"R", HALF}, {"G", HALF}, {"B", HALF}}, depth = {{"Z", FLOAT}};
    Header one = headerOf(box, box, PIZ_COMPRESSION, colour), two = headerOf(box, Box2i(V2i(2, 3), V2i(9, 30)), ZIP_COMPRESSION, depth);
    one.setName("beauty"); one.setType(SCANLINEIMAGE);
    two.setName("depth"); two.setType(TILEDIMAGE);
    two.setTileDescription(TileDescription(5, 7, MIPMAP_LEVELS, ROUND_DOWN));
    Header headers[] = {one, two};
    MultiPartOutputFile out("parts.exr", headers, 2);
    Planes p(box, colour);
    OutputPart first(out, 0);
    first.setFrameBuffer(p.buffer);
    first.writePixels(H);
    TiledOutputPart second(out, 1);
    for (int l = 0; l < second.numLevels(); ++l) {
      Planes q(second.dataWindowForLevel(l), depth);
      second.setFrameBuffer(q.buffer);
      second.writeTiles(0, second.numXTiles(l) - 1, 0, second.numYTiles(l) - 1, l);
    }
  }
  lines("dwaa.exr", box, box, DWAA_COMPRESSION, MIXED);
  lines("dwab.exr", box, box, DWAB_COMPRESSION, MIXED);
  {
    RgbaOutputFile out("chroma.exr", 8, 6, WRITE_YC);
    vector<Rgba> pixels(48, Rgba(0.2f, 0.4f, 0.1f, 1.f));
    out.setFrameBuffer(pixels.data(), 1, 8);
    out.writePixels(6);
  }
  {
    Header header(8, 4);
    header.channels().insert("Z", Channel(FLOAT));
    header.setType(DEEPSCANLINE);
    header.compression() = ZIPS_COMPRESSION;
    DeepScanLineOutputFile out("deep.exr", header);
    vector<unsigned> counts(32, 1);
    vector<float> values(32, 2.f);
    vector<float *> pointers(32);
    for (int i = 0; i < 32; ++i) pointers[i] = &values[i];
    DeepFrameBuffer buffer;
    buffer.insertSampleCountSlice(Slice(UINT, (char *)counts.data(), 4, 32));
    buffer.insert("Z", DeepSlice(FLOAT, (char *)pointers.data(), sizeof(float *), 8 * sizeof(float *), 4));
    out.setFrameBuffer(buffer);
    out.writePixels(4);
  }
  vector<string> planes;
  bool first = true;
  printf("{\"channels\":[");
  for (auto &file : files) print(file, planes, first);
  printf("\n],\"planes\":[");
  for (size_t i = 0; i < planes.size(); ++i) printf("%s\n\"%s\"", i ? "," : "", planes[i].c_str());
  printf("\n]}\n");
}
