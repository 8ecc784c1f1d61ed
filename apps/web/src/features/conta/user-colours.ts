import { colourNames } from "../../texts/names/people.ts";

/** The colours that a user can choose: those of the charts, each with a name. */
export const USER_COLOURS = [
  { value: "#1F7A5A", name: colourNames.verde },
  { value: "#529FB1", name: colourNames.turquesa },
  { value: "#6258D5", name: colourNames.anil },
  { value: "#CE7B31", name: colourNames.laranja },
  { value: "#898779", name: colourNames.cinza },
  { value: "#A05591", name: colourNames.ameixa },
  { value: "#297AB6", name: colourNames.azul },
  { value: "#9885F0", name: colourNames.lilas },
  { value: "#4A710A", name: colourNames.oliva },
] as const;
