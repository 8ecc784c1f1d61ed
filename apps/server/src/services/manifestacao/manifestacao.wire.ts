import {
  FALHA_MANIFESTACAO,
  formatMensagem,
  MANIFESTACAO_RECUSADA,
  MENSAGENS,
  type ResultOf,
} from "@malote/contract";
import { zonaOfUf } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import type { Caller } from "../handler.ts";
import { findAlvos, findManifestacoes, findPermissao, type ManifestacaoRow } from "./manifestacao.rows.ts";
import { findImpedimentoGeral, type Impedimento, prazosOf } from "./manifestacao.rules.ts";

type NotaWire = ResultOf<"Nota.getNota">["object"];

/** What a document shows of its manifestação. */
export type ManifestacaoDaNota = Pick<NotaWire, "manifestacoes" | "prazosManifestacao" | "manifestacaoImpedida">;

/** What a person sees on a document: what was asked for, until when more may be, and why they cannot now. */
export async function readManifestacao(
  sql: Sql,
  { contaId, usuarioId, contaUf }: Caller,
  { id, agora }: { id: string; agora: Date },
): Promise<ManifestacaoDaNota> {
  const [alvo] = await findAlvos(sql, contaId, [id]);
  if (!alvo) return { manifestacoes: [], prazosManifestacao: [], manifestacaoImpedida: null };
  const pode = await findPermissao(sql, contaId, usuarioId);
  const impedimento: Impedimento | null = pode
    ? findImpedimentoGeral(alvo, { agora, zona: zonaOfUf(contaUf) })
    : { key: "manifestacaoSemPermissao" };
  return {
    manifestacoes: (await findManifestacoes(sql, contaId, alvo.chave)).map(writeManifestacao),
    prazosManifestacao: prazosOf(alvo, agora),
    manifestacaoImpedida: impedimento && formatMensagem(impedimento.key, impedimento.values),
  };
}

function writeManifestacao({
  xMotivo,
  falha,
  ...row
}: ManifestacaoRow): NotaWire["manifestacoes"][number] {
  return { ...row, mensagem: mensagemOf({ ...row, xMotivo, falha }) };
}

/** What came of it, in words; null while it waits, and when SEFAZ registered it. */
export function mensagemOf(
  row: Pick<ManifestacaoRow, "estado" | "cStat" | "xMotivo" | "falha">,
): string | null {
  if (row.estado === "falhou") return `${MENSAGENS.falhaManifestacao} ${falhaOf(row.falha)}`;
  if (row.estado !== "recusada") return null;
  const known = row.cStat === null ? undefined : MANIFESTACAO_RECUSADA[row.cStat];
  return known ?? `A SEFAZ recusou a manifestação: ${row.xMotivo || "sem dizer por quê"} (${row.cStat ?? "?"}).`;
}

function falhaOf(falha: string | null): string {
  const words: Readonly<Record<string, string>> = FALHA_MANIFESTACAO;
  return (falha === null ? undefined : words[falha]) ?? FALHA_MANIFESTACAO.interna;
}
