import type { Screenshot } from "./ScreenshotPicture.tsx";
import phoneLight from "./telas/celular-claro.avif";
import phoneLightWebp from "./telas/celular-claro.webp";
import phoneDark from "./telas/celular-escuro.avif";
import phoneDarkWebp from "./telas/celular-escuro.webp";
import listLight from "./telas/lista-claro.avif";
import listLightWebp from "./telas/lista-claro.webp";
import listLight2x from "./telas/lista-claro-2x.avif";
import listDark from "./telas/lista-escuro.avif";
import listDarkWebp from "./telas/lista-escuro.webp";
import listDark2x from "./telas/lista-escuro-2x.avif";
import notaLight from "./telas/nota-claro.avif";
import notaLightWebp from "./telas/nota-claro.webp";
import notaLight2x from "./telas/nota-claro-2x.avif";
import notaDark from "./telas/nota-escuro.avif";
import notaDarkWebp from "./telas/nota-escuro.webp";
import notaDark2x from "./telas/nota-escuro-2x.avif";

/** The list of received documents on a desktop. */
export const listScreenshot: Screenshot = {
  light: { avif: listLight, avif2x: listLight2x, webp: listLightWebp },
  escuro: { avif: listDark, avif2x: listDark2x, webp: listDarkWebp },
  width: 1200,
  height: 750,
};

/** The same list on a phone. */
export const phoneListScreenshot: Screenshot = {
  light: { avif: phoneLight, webp: phoneLightWebp },
  escuro: { avif: phoneDark, webp: phoneDarkWebp },
  width: 716,
  height: 1000,
};

/** One document. */
export const notaScreenshot: Screenshot = {
  light: { avif: notaLight, avif2x: notaLight2x, webp: notaLightWebp },
  escuro: { avif: notaDark, avif2x: notaDark2x, webp: notaDarkWebp },
  width: 1200,
  height: 750,
};
