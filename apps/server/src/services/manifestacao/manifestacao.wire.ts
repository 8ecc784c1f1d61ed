import { FALHA_MANIFESTACAO, MANIFESTACAO_RECUSADA, MENSAGENS, type ResultOf } from "@malote/contract";
import type { ManifestacaoRow } from "./manifestacao.rows.ts";

type NotaWire = ResultOf<"Nota.getNota">["object"];

/** One that was asked for. */
export function writeManifestacao({
  xMotivo,
  falha,
  ...row
}: ManifestacaoRow): NotaWire["manifestacoes"][number] {
  return { ...row, mensagem: mensagemOf({ ...row, xMotivo, falha }) };
}

/** What came of it, in words; null while it waits for its first answer, and when SEFAZ registered it. */
export function mensagemOf(
  row: Pick<ManifestacaoRow, "estado" | "cStat" | "xMotivo" | "falha">,
): string | null {
  if (row.estado === "falhou") return `${MENSAGENS.falhaManifestacao} ${falhaOf(row.falha)}`;
  if (row.estado === "pendente" && row.falha !== null) return MENSAGENS.manifestacaoSemResposta;
  if (row.estado !== "recusada") return null;
  const known = row.cStat === null ? undefined : MANIFESTACAO_RECUSADA[row.cStat];
  return (
    known ?? `A SEFAZ recusou a manifestação: ${row.xMotivo || "sem dizer por quê"} (${row.cStat ?? "?"}).`
  );
}

function falhaOf(falha: string | null): string {
  const words: Readonly<Record<string, string>> = FALHA_MANIFESTACAO;
  return (falha === null ? undefined : words[falha]) ?? FALHA_MANIFESTACAO.interna;
}
