import { formatDateTime, formatInteger } from "@malote/syntax";
import { Stack, Text } from "@mantine/core";
import { isOpenLote, type Lote } from "../../rpc/documents/lotes.ts";
import { openLote } from "../../rpc/documents/watched-lotes.ts";
import { loteTexts as texts } from "../../texts/lists/lotes.ts";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import type { ListColumn } from "../../ui/list/ResponsiveTable.tsx";
import { countDone, countsOf, nameAct } from "./lote-words.ts";

/** The columns of the lotes; the name of one opens its board. */
export function loteColumnsOf(timeZone: string): ListColumn<Lote>[] {
  const { colunas } = texts;
  return [
    {
      key: "lote",
      width: "120px",
      title: colunas.lote,
      cell: ({ id, numero }) => (
        <button type="button" className="link num" onClick={() => openLote(id)}>
          {texts.numero(formatInteger(numero))}
        </button>
      ),
    },
    { key: "ato", title: colunas.ato, cell: (lote) => <Act lote={lote} /> },
    { key: "quem", width: "160px", title: colunas.quem, cell: ({ usuario }) => usuario },
    {
      key: "quando",
      width: "148px",
      title: colunas.quando,
      cell: ({ pedidoEm }) => <span className="num">{pedidoEm && formatDateTime(pedidoEm, timeZone)}</span>,
    },
    { key: "situacao", width: "160px", title: colunas.situacao, cell: (lote) => <State lote={lote} /> },
    { key: "resultado", width: "260px", title: colunas.resultado, cell: (lote) => <Outcomes lote={lote} /> },
  ];
}

function Act({ lote }: { lote: Lote }): React.JSX.Element {
  return (
    <Stack gap={0}>
      <b>{nameAct(lote)}</b>
      {lote.origem && (
        <Text span size="xs" c="dimmed">
          {lote.origem.tipo === "desfaz" ? texts.desfaz : texts.repete}
        </Text>
      )}
    </Stack>
  );
}

function State({ lote }: { lote: Lote }): React.JSX.Element {
  if (!isOpenLote(lote)) return <>{texts.estados[lote.estado]}</>;
  return (
    <Stack gap={4}>
      {texts.estados[lote.estado]}
      <ProgressBar part={countDone(lote) / lote.total} label={texts.quadro.progresso} short />
    </Stack>
  );
}

/** The outcomes that occur, in words: "2 recusados, 44 feitos". */
function Outcomes({ lote }: { lote: Lote }): React.JSX.Element {
  const counts = countsOf(lote);
  const words = (Object.keys(counts) as (keyof typeof counts)[])
    .filter((situacao) => counts[situacao] > 0)
    .map((situacao) => texts.quadro.grupos[situacao](formatInteger(counts[situacao])));
  return <>{words.join(", ")}</>;
}
