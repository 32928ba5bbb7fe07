#include "cli/chart.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace queens::cli {
namespace {

// Pixels. A panel is its plot with room for labels around it and the legend below.
constexpr double kPanelWidth = 500;
constexpr double kPlotLeft = 78;
constexpr double kPlotRight = 22;
constexpr double kPlotTop = 104;
constexpr double kPlotHeight = 300;
constexpr double kLegendTop = 66;  // below the plot
constexpr double kLegendLine = 20;
constexpr std::size_t kLegendColumns = 2;

// Colours of Okabe and Ito that people tell apart whatever their sight, on white; the markers tell
// them apart in print.
constexpr std::array<std::string_view, 7> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                      "#e69f00", "#56b4e9", "#000000"};
constexpr std::size_t kMarkers = 4;

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      default:
        safe += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return safe;
}

std::string text_at(double x, double y, std::string_view anchor, int size,
                    const std::string& text) {
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\">{}</text>\n", x, y,
      anchor, size, escaped(text));
}

std::string line(double x1, double y1, double x2, double y2, std::string_view style) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x1, y1, x2,
      y2, style);
}

std::string marker(std::size_t index, double x, double y) {
  const std::string_view colour = kColours.at(index % kColours.size());
  switch (index % kMarkers) {
    case 0:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", x, y,
                         colour);
    case 1:
      return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"8\" height=\"8\" fill=\"{}\"/>\n",
                         x - 4, y - 4, colour);
    case 2:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l5 9h-10z\" fill=\"{}\"/>\n", x, y - 5.5, colour);
    default:
      return fmt::format("<path d=\"M{:.1f} {:.1f}l5.5 5.5l-5.5 5.5l-5.5 -5.5z\" fill=\"{}\"/>\n",
                         x, y - 5.5, colour);
  }
}

// Where a value lies between the ends of an axis, 0 to 1.
double place(const Axis& axis, double value) {
  if (!axis.logarithmic) return (value - axis.from) / (axis.to - axis.from);
  return std::log(value / axis.from) / std::log(axis.to / axis.from);
}

class PanelDrawing {
 public:
  PanelDrawing(const Panel& panel, double left) : panel_(panel), left_(left + kPlotLeft) {}

  [[nodiscard]] std::string svg() const {
    std::string text = axes();
    std::size_t index = 0;
    bool empty = true;
    for (const Series& series : panel_.series) {
      text += curve(series, index);
      if (series.reference) continue;
      ++index;
      empty = empty && series.points.empty();
    }
    if (empty) text += text_at(left_ + kWidth / 2, kPlotTop + 24, "middle", 13, "nothing measured");
    return text + legend();
  }

 private:
  static constexpr double kWidth = kPanelWidth - kPlotLeft - kPlotRight;
  static constexpr double kBottom = kPlotTop + kPlotHeight;

  [[nodiscard]] double x(double value) const { return left_ + kWidth * place(panel_.x, value); }
  [[nodiscard]] double y(double value) const {
    return kBottom - kPlotHeight * place(panel_.y, value);
  }

  [[nodiscard]] std::string axes() const {
    std::string text = text_at(left_ + kWidth / 2, kPlotTop - 14, "middle", 15, panel_.title);
    for (const Tick& tick : panel_.x.ticks) {
      text += line(x(tick.value), kPlotTop, x(tick.value), kBottom, "grid");
      text += text_at(x(tick.value), kBottom + 18, "middle", 12, tick.label);
    }
    for (const Tick& tick : panel_.y.ticks) {
      text += line(left_, y(tick.value), left_ + kWidth, y(tick.value), "grid");
      text += text_at(left_ - 8, y(tick.value) + 4, "end", 12, tick.label);
    }
    text += line(left_, kBottom, left_ + kWidth, kBottom, "axis");
    text += line(left_, kPlotTop, left_, kBottom, "axis");
    text += text_at(left_ + kWidth / 2, kBottom + 38, "middle", 13, panel_.x.title);
    const double across = left_ - kPlotLeft + 18;
    const double middle = kPlotTop + kPlotHeight / 2;
    return text + fmt::format("<g transform=\"rotate(-90 {:.1f} {:.1f})\">\n{}</g>\n", across,
                              middle, text_at(across, middle, "middle", 13, panel_.y.title));
  }

  [[nodiscard]] std::string curve(const Series& series, std::size_t index) const {
    std::string path;
    for (const Point& point : series.points) {
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x(point.x), y(point.y));
    }
    if (path.empty()) return {};
    if (series.reference) return fmt::format("<path d=\"{}\" class=\"reference\"/>\n", path);
    std::string text = fmt::format("<path d=\"{}\" class=\"curve\" stroke=\"{}\"/>\n", path,
                                   kColours.at(index % kColours.size()));
    for (const Point& point : series.points) text += marker(index, x(point.x), y(point.y));
    return text;
  }

  [[nodiscard]] std::string legend() const {
    std::string text;
    std::size_t index = 0;
    for (std::size_t i = 0; i < panel_.series.size(); ++i) {
      const Series& series = panel_.series[i];
      const double at = left_ + kWidth / kLegendColumns * static_cast<double>(i % kLegendColumns);
      const std::size_t row = i / kLegendColumns;
      const double height = kBottom + kLegendTop + kLegendLine * static_cast<double>(row);
      if (series.reference) {
        text += line(at, height, at + 28, height, "reference");
      } else {
        text += fmt::format("<path d=\"M{:.1f} {:.1f}h28\" class=\"curve\" stroke=\"{}\"/>\n", at,
                            height, kColours.at(index % kColours.size()));
        text += marker(index++, at + 14, height);
      }
      text += text_at(at + 36, height + 4, "start", 12, series.name);
    }
    return text;
  }

  const Panel& panel_;
  double left_;
};

constexpr std::string_view kStyle =
    "<style>text{font-family:sans-serif;fill:#222}"
    ".grid{stroke:#ddd;stroke-width:1}.axis{stroke:#555;stroke-width:1}"
    ".curve{fill:none;stroke-width:2}"
    ".reference{fill:none;stroke:#777;stroke-width:1.5;stroke-dasharray:6 4}</style>\n";

}  // namespace

std::string chart_svg(const std::string& title, const std::string& note,
                      const std::vector<Panel>& panels) {
  std::size_t lines = 0;  // of the longest legend
  for (const Panel& panel : panels) {
    lines = std::max(lines, (panel.series.size() + kLegendColumns - 1) / kLegendColumns);
  }
  const double width = kPanelWidth * static_cast<double>(panels.size());
  const double height =
      kPlotTop + kPlotHeight + kLegendTop + kLegendLine * static_cast<double>(lines);
  constexpr std::size_t kLongest = 140;  // characters of the note that fit
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\">\n<title>{2}</title>\n",
      width, height, escaped(title));
  text += kStyle;
  text +=
      fmt::format("<rect width=\"{:.0f}\" height=\"{:.0f}\" fill=\"#ffffff\"/>\n", width, height);
  text += text_at(width / 2, 28, "middle", 18, title);
  text += text_at(width / 2, 50, "middle", 12, note.substr(0, kLongest));
  for (std::size_t i = 0; i < panels.size(); ++i) {
    text += PanelDrawing(panels[i], kPanelWidth * static_cast<double>(i)).svg();
  }
  return text + "</svg>\n";
}

}  // namespace queens::cli
