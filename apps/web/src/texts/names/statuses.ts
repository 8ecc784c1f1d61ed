import {
  NFE_STATUS,
  NFE_STATUS_OTHER,
  OUTCOME_LABELS,
  STATUS_DETAILS,
  STATUS_WORDS,
  VEREDITO_LABELS,
} from "@malote/contract";
import { translated } from "../../languages/language.ts";

// Names that the contract defines, because the server writes them too.

/** Labels of the vereditos. */
export const vereditoLabels = translated("vereditoLabels", VEREDITO_LABELS);

/** The labels of a cStat, by code. */
export const nfeStatusLabels = translated("nfeStatusLabels", NFE_STATUS);
/** The details of a cStat, by code. */
export const statusDetails = translated("statusDetails", STATUS_DETAILS);
/** One word for each cStat, by code. */
export const cStatWords = translated("cStatWords", STATUS_WORDS);

/** What became of a part of an e-mail. */
export const outcomeLabels = translated("outcomeLabels", OUTCOME_LABELS);

export const otherStatusTexts = translated("otherStatusTexts", {
  outro: NFE_STATUS_OTHER,
  /** The end of a status that the column of SEFAZ does not repeat. */
  naSefaz: " na SEFAZ",
});
