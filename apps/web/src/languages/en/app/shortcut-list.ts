import type * as source from "../../../texts/app/shortcut-list.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/app/shortcut-list.ts`. */
export const shortcutList: Translated<typeof source.shortcutList> = {
  ligados: "Single-key shortcuts",
  ligadosDica: "Turn them off if you use voice control or a screen reader.",
  grupos: [
    {
      titulo: "On any screen",
      teclas: [
        { teclas: ["Ctrl", "K"], texto: "Search" },
        { teclas: ["/"], texto: "Search" },
        { teclas: ["G", "D"], texto: "Go to Dashboard" },
        { teclas: ["G", "E"], texto: "Go to Issued DF-e" },
        { teclas: ["G", "R"], texto: "Go to Received DF-e" },
        { teclas: ["G", "U"], texto: "Go to Auditor" },
        { teclas: ["G", "M"], texto: "Go to E-mails" },
        { teclas: ["G", "I"], texto: "Go to Import" },
        { teclas: ["G", "P"], texto: "Go to Repository" },
        { teclas: ["G", "A"], texto: "Go to Administration" },
        { teclas: ["?"], texto: "Show these shortcuts" },
      ],
    },
    {
      titulo: "In lists",
      teclas: [
        { teclas: ["J"], texto: "Next row" },
        { teclas: ["K"], texto: "Previous row" },
        { teclas: ["X"], texto: "Select the row" },
        { teclas: ["Enter"], texto: "Open the row" },
        { teclas: ["["], texto: "Previous page" },
        { teclas: ["]"], texto: "Next page" },
      ],
    },
    {
      titulo: "In lists of documents",
      teclas: [
        { teclas: ["Shift", "click"], texto: "Select from the last row to this one" },
        { teclas: ["Space"], texto: "Show beside the list, or close" },
        { teclas: ["↑"], texto: "Previous row" },
        { teclas: ["↓"], texto: "Next row" },
        { teclas: ["←"], texto: "Previous control of the row" },
        { teclas: ["→"], texto: "Next control of the row" },
        { teclas: ["R"], texto: "Set or clear received" },
        { teclas: ["C"], texto: "Set or clear checked" },
        { teclas: ["P"], texto: "Set or clear processed" },
        { teclas: ["F"], texto: "Filter by this issuer or recipient" },
        { teclas: ["Esc"], texto: "Close the panel beside the list" },
      ],
    },
    {
      titulo: "In a document and in an e-mail",
      teclas: [
        { teclas: ["J"], texto: "Next in the list" },
        { teclas: ["K"], texto: "Previous in the list" },
        { teclas: ["Esc"], texto: "Back to the list" },
      ],
    },
  ],
};
