import { formatDate, formatReais } from "@malote/syntax";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { printTexts as texts } from "../../../texts/lists/print.ts";
import { contentTexts } from "../../../texts/nota/content.ts";
import { historyTexts } from "../../../texts/nota/history.ts";
import type { LabelledValue } from "../../../ui/documento/DocContent.tsx";
import {
  cargoOf,
  taxReformOf,
  toSentenceCase,
  totalsOf,
  type ValueGroup,
} from "../content/content-values.ts";
import { type FlagName, flagStateOf } from "../flags/flag-state.ts";
import { historyOf } from "../history/history-entries.ts";

const FLAG_ORDER: readonly FlagName[] = ["recebido", "conferido", "processado"];

/** A line of "O que aconteceu"; quando: null = not yet. */
export type SheetEvent = { quando: Date | null; titulo: string; texto: string };

/** Values of a document for paper: of an NF-e its totals and taxes, of a transport its cargo and price. */
export function valueGroupsOf(nota: Nota): ValueGroup[] {
  const { comercio, transporte, valorTotal } = nota;
  if (comercio) return totalsOf(comercio, valorTotal);
  if (!transporte) return [];
  const price = transporte.componentes.map(({ nome, valor }) => ({
    rotulo: toSentenceCase(nome ?? contentTexts.prestacao.componente),
    valor: valor ? formatReais(valor) : "–",
  }));
  const groups = [
    { titulo: contentTexts.carga.titulo, linhas: cargoOf(transporte) },
    { titulo: contentTexts.prestacao.titulo, linhas: price },
    ...taxReformOf(transporte.ibsCbs, null),
  ];
  return groups.filter(({ linhas }) => linhas.length > 0);
}

/** The instalments of an NF-e: date and value. */
export function dueDatesOf({ comercio }: Nota): LabelledValue[] {
  return (comercio?.duplicatas ?? []).map(({ vencimento, valor }, i) => ({
    rotulo: [texts.parcela(i + 1), vencimento && formatDate(vencimento)].filter(Boolean).join(", "),
    valor: valor ? formatReais(valor) : "–",
  }));
}

/** What happened to a document, oldest first, then the flags that are not set. */
export function sheetEventsOf(nota: Nota, timeZone: string): SheetEvent[] {
  const past = historyOf(nota, timeZone)
    .flatMap(({ acontecimentos }) => acontecimentos)
    .filter(({ origem }) => origem !== "depois")
    .map(({ quando, titulo, quem, texto }): SheetEvent => {
      return { quando, titulo, texto: [quem, texto].filter(Boolean).join(" · ") };
    });
  const open = nota.quarentena ? [] : FLAG_ORDER.filter((flag) => !flagStateOf(nota, flag).isOn);
  return [
    ...past,
    ...open.map((flag): SheetEvent => {
      return { quando: null, titulo: historyTexts.marcas[flag], texto: texts.ainda };
    }),
  ];
}
