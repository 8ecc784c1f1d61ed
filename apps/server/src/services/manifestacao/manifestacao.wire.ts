import {
  EVENTO_FAILURES,
  MANIFESTACAO_FAILURES,
  MANIFESTACAO_REFUSALS,
  MESSAGES,
  type ResultOf,
} from "@malote/contract";
import { nameOfEvento } from "../evento/evento.rules.ts";
import type { ManifestacaoRow } from "./manifestacao.rows.ts";
import type { RequestedEventoRow } from "./own-evento/own-evento.rows.ts";

type NotaWire = ResultOf<"Nota.getNota">["object"];

/** A requested manifestação on the wire. */
export function writeManifestacao({
  xMotivo,
  falha: failure,
  ...row
}: ManifestacaoRow): NotaWire["manifestacoes"][number] {
  return { ...row, mensagem: messageOf({ ...row, xMotivo, falha: failure }) };
}

/** A requested evento that is no manifestação, on the wire. */
export function writeRequestedEvento({
  xMotivo,
  falha: failure,
  chave,
  ...row
}: RequestedEventoRow): NotaWire["eventosPedidos"][number] {
  const message = messageOf({ ...row, status: null, xMotivo, falha: failure });
  const descEvento = nameOfEvento({ chave, tpEvento: row.tpEvento, descEvento: "" });
  return { ...row, descEvento, mensagem: message };
}

/** The result as a sentence; null before the first answer, and after the registration. */
export function messageOf(
  row: Pick<ManifestacaoRow, "estado" | "cStat" | "xMotivo"> & {
    falha: string | null;
    status: number | null;
  },
): string | null {
  const isEvento = row.status === null;
  if (row.estado === "falhou") {
    const title = isEvento ? MESSAGES.falhaEvento : MESSAGES.falhaManifestacao;
    return `${title} ${failureOf(row.falha, isEvento ? EVENTO_FAILURES : MANIFESTACAO_FAILURES)}`;
  }
  if (row.estado === "pendente" && row.falha !== null) return MESSAGES.manifestacaoSemResposta;
  if (row.estado !== "recusada") return null;
  const known = isEvento || row.cStat === null ? undefined : MANIFESTACAO_REFUSALS[row.cStat];
  const subject = isEvento ? "o evento" : "a manifestação";
  return known ?? `A SEFAZ recusou ${subject}: ${row.xMotivo || "sem dizer por quê"} (${row.cStat ?? "?"}).`;
}

function failureOf(failure: string | null, words: Readonly<Record<string, string>>): string {
  return (failure === null ? undefined : words[failure]) ?? words.interna ?? "";
}
