import type { PrintedNfe } from "@malote/dfe";
import type { Table } from "../../page/table.ts";
import type { TextLayout } from "../../page/text.ts";
import type { Autorizacao } from "../authorization.ts";
import { tableOf } from "../items/items-table.ts";
import { tableWithTaxesOf } from "../items/nt2026-items-table.ts";
import {
  destinatarioFrame,
  type Frame,
  issqnFrame,
  localFrame,
  naturezaFrame,
  transporteFrame,
} from "./frames.ts";
import {
  icmsIpiFrame,
  issqnDitoFrame,
  naturezaComRegimeFrame,
  produtosENotaFrame,
  totalIbsCbsIsFrame,
} from "./nt2026-frames.ts";
import { type Cobranca, faturaFrame, ibsCbsFrame, impostoFrame, pagamentoFrame } from "./value-frames.ts";

/** The layout of the A4 DANFE for notas issued from a day on. */
export type A4Layout = {
  /** The first day of issue, yyyy-MM-dd in the document's zone; null for the oldest layout. */
  desde: string | null;
  /** Below the head of every page. */
  natureza: (form: PrintedNfe, autorizacao: Autorizacao) => Frame;
  /** Above the items, in order; null for a block that the nota does not have. */
  frames: (form: PrintedNfe, isLandscape: boolean) => (Frame | Cobranca | null)[];
  /** Below the items of the first page. */
  footer: (form: PrintedNfe) => Frame | null;
  table: (form: PrintedNfe, width: number) => Table & { textLayout: TextLayout };
  /** Height of a row of boxes, in millimetres. */
  rowHeight: Readonly<Record<"portrait" | "landscape", number>>;
  /** The remarks give up blank space if that saves a page. */
  poupaPagina?: boolean;
  /** Size of the titles of boxes, in points. */
  titleSize?: number;
};

/** The layouts, newest first.
 * @source NT 2026.010 v1.00 (Ato Técnico Conjunto RFB/CGIBS 8/2026); MOC NF-e 7.0, Anexo II */
const LAYOUTS: readonly A4Layout[] = [
  {
    desde: "2026-12-01",
    natureza: naturezaComRegimeFrame,
    frames: (form, isLandscape) => [
      ...partesOf(form),
      produtosENotaFrame(form, isLandscape),
      icmsIpiFrame(form),
      totalIbsCbsIsFrame(form),
      issqnDitoFrame(form),
      transporteFrame(form),
    ],
    footer: () => null,
    table: tableWithTaxesOf,
    rowHeight: { portrait: 6.8, landscape: 6.4 },
    poupaPagina: true,
    titleSize: 6,
  },
  {
    desde: null,
    natureza: naturezaFrame,
    frames: (form) => [...partesOf(form), impostoFrame(form), ibsCbsFrame(form), transporteFrame(form)],
    footer: issqnFrame,
    table: tableOf,
    rowHeight: { portrait: 6.8, landscape: 6.8 },
  },
];

/** The layout by day of issue, also when printed later; the oldest one if the day is unreadable. */
export function layoutOf({ emissao }: Pick<PrintedNfe, "emissao">): A4Layout {
  const day = emissao?.slice(0, 10) ?? "";
  const found = LAYOUTS.find(({ desde }) => desde === null || day >= desde);
  if (!found) throw new RangeError("no layout of the DANFE");
  return found;
}

function partesOf(form: PrintedNfe): (Frame | Cobranca | null)[] {
  return [
    destinatarioFrame(form),
    form.retirada && localFrame("LOCAL DE RETIRADA", form.retirada),
    form.entrega && localFrame("LOCAL DE ENTREGA", form.entrega),
    faturaFrame(form),
    pagamentoFrame(form),
  ];
}
