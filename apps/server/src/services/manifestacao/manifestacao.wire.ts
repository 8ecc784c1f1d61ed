import {
  FALHA_EVENTO,
  FALHA_MANIFESTACAO,
  MANIFESTACAO_RECUSADA,
  MENSAGENS,
  type ResultOf,
} from "@malote/contract";
import { nomeOfEvento } from "../evento/evento.rules.ts";
import type { EventoPedidoRow } from "./evento-nosso.rows.ts";
import type { ManifestacaoRow } from "./manifestacao.rows.ts";

type NotaWire = ResultOf<"Nota.getNota">["object"];

/** A requested manifestação on the wire. */
export function writeManifestacao({
  xMotivo,
  falha,
  ...row
}: ManifestacaoRow): NotaWire["manifestacoes"][number] {
  return { ...row, mensagem: mensagemOf({ ...row, xMotivo, falha }) };
}

/** A requested evento that is no manifestação, on the wire. */
export function writeEventoPedido({
  xMotivo,
  falha,
  chave,
  ...row
}: EventoPedidoRow): NotaWire["eventosPedidos"][number] {
  const mensagem = mensagemOf({ ...row, status: null, xMotivo, falha });
  const descEvento = nomeOfEvento({ chave, tpEvento: row.tpEvento, descEvento: "" });
  return { ...row, descEvento, mensagem };
}

/** The result as a sentence; null before the first answer, and after the registration. */
export function mensagemOf(
  row: Pick<ManifestacaoRow, "estado" | "cStat" | "xMotivo" | "falha"> & { status: number | null },
): string | null {
  const isEvento = row.status === null;
  if (row.estado === "falhou") {
    const titulo = isEvento ? MENSAGENS.falhaEvento : MENSAGENS.falhaManifestacao;
    return `${titulo} ${falhaOf(row.falha, isEvento ? FALHA_EVENTO : FALHA_MANIFESTACAO)}`;
  }
  if (row.estado === "pendente" && row.falha !== null) return MENSAGENS.manifestacaoSemResposta;
  if (row.estado !== "recusada") return null;
  const known = isEvento || row.cStat === null ? undefined : MANIFESTACAO_RECUSADA[row.cStat];
  const oQue = isEvento ? "o evento" : "a manifestação";
  return known ?? `A SEFAZ recusou ${oQue}: ${row.xMotivo || "sem dizer por quê"} (${row.cStat ?? "?"}).`;
}

function falhaOf(falha: string | null, words: Readonly<Record<string, string>>): string {
  return (falha === null ? undefined : words[falha]) ?? words.interna ?? "";
}
