// @NOTE only es-modules/masters: a file of highcharts/esm beside these would bring the whole library a second time.
import highcharts from "highcharts/es-modules/masters/highcharts.src.js";
import "highcharts/es-modules/masters/modules/exporting.src.js";
import "highcharts/es-modules/masters/modules/no-data-to-display.src.js";
import "highcharts/es-modules/masters/modules/accessibility.src.js";
import type * as Biblioteca from "highcharts/highcharts.src.js";
import { graficos } from "../app/tokens.ts";
import { IDIOMA } from "./idioma.ts";

/** The library, in Portuguese and in our colours. Its own types take these modules for CommonJS, which they are not. */
export const Highcharts = highcharts as unknown as typeof Biblioteca;

Highcharts.setOptions({
  lang: IDIOMA,
  colors: [...graficos],
  credits: { enabled: false },
  title: { text: "" },
  // Pictures are drawn by our own server, and its menu is ours: nothing is sent anywhere else.
  exporting: { fallbackToExportServer: false, local: true, buttons: { contextButton: { enabled: false } } },
});
