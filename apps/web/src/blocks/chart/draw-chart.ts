import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type ChartData, chartOption, type ChartTokens } from './chart-option';

echarts.use([BarChart, LineChart, GridComponent, TooltipComponent, LegendComponent, AriaComponent, CanvasRenderer]);

function tokensOf(element: HTMLElement): ChartTokens {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: read('--cs-text'), muted: read('--cs-muted'), line: read('--cs-line'), surface: read('--cs-surface'), font: style.fontFamily,
    series: [1, 2, 3, 4, 5, 6].map((n) => read(`--cs-chart-${n}`)),
  };
}

/** Draws into the element in the colours it has now; returns how to take it away again. */
export function drawChart(element: HTMLElement, data: ChartData, language: string): () => void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const option = chartOption(data, tokensOf(element), language, !still);
  if (!option) return () => undefined;
  const chart = echarts.init(element, null, { renderer: 'canvas' });
  chart.setOption(option);
  const observer = new ResizeObserver(() => chart.resize());
  observer.observe(element);
  return () => {
    observer.disconnect();
    chart.dispose();
  };
}
