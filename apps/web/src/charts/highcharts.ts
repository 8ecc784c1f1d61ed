// @NOTE Import only from es-modules/masters: highcharts/esm would bundle the whole library a second time.
import highcharts from "highcharts/es-modules/masters/highcharts.src.js";
import "highcharts/es-modules/masters/modules/exporting.src.js";
import "highcharts/es-modules/masters/modules/no-data-to-display.src.js";
import "highcharts/es-modules/masters/modules/accessibility.src.js";
import type * as Biblioteca from "highcharts/highcharts.src.js";
import { chartColors } from "../app/tokens.ts";
import { languageTag } from "../languages/language.ts";
import { chartTexts } from "../texts/app/charts.ts";

/** Figures are Brazilian in every language. */
const FIGURES = { decimalPoint: ",", thousandsSep: "." };

/**
 * Highcharts in the language of this page and in our colours. Cast: its types declare these ES modules as
 * CommonJS.
 */
export const Highcharts = highcharts as unknown as typeof Biblioteca;

Highcharts.setOptions({
  lang: { ...chartTexts, ...FIGURES, locale: languageTag },
  colors: [...chartColors],
  credits: { enabled: false },
  title: { text: "" },
  // Our own server renders the images and the menu is ours: no data goes to an external server.
  exporting: { fallbackToExportServer: false, local: true, buttons: { contextButton: { enabled: false } } },
});
