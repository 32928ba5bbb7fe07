#pragma once

// Line charts as SVG: one self-contained picture, panels side by side.

#include <string>
#include <vector>

namespace queens::cli {

struct Tick {
  double value = 0;
  std::string label;
};

struct Axis {
  std::string title;
  double from = 0;  ///< above 0 where logarithmic
  double to = 1;    ///< above `from`
  bool logarithmic = false;
  std::vector<Tick> ticks{};
};

/// From 0 to at least `most`, with a few round ticks; whole ones where asked for.
Axis linear_axis(const std::string& title, double most, bool whole);

/// Whole numbers with half a step beyond the ends; ticks at some or all of them.
Axis whole_axis(const std::string& title, int first, int last);

/// Whole powers of two around the values.
Axis doubling_axis(const std::string& title, double least, double most);

/// Seconds from below `least` to above `most`: "10 ms", "100 ms", "1 s", ...
Axis seconds_axis(const std::string& title, double least, double most);

struct Point {
  double x = 0;
  double y = 0;
};

struct Series {
  std::string name;
  std::vector<Point> points;
  bool reference = false;  ///< a dashed line without markers, to compare with
};

struct Panel {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series;
};

/// The picture. Panels without points say so.
std::string chart_svg(const std::string& title, const std::string& note,
                      const std::vector<Panel>& panels);

}  // namespace queens::cli
