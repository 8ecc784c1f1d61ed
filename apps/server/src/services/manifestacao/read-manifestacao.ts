import { formatMensagem, type ResultOf } from "@malote/contract";
import { zonaOfUf } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import type { Caller } from "../handler.ts";
import { findAlvos, findManifestacoes, findPermissao } from "./manifestacao.rows.ts";
import {
  findImpedimentoDoDocumento,
  findImpedimentoGeral,
  type Impedimento,
  prazosOf,
} from "./manifestacao.rules.ts";
import { writeManifestacao } from "./manifestacao.wire.ts";

type NotaWire = ResultOf<"Nota.getNota">["object"];

/** The manifestação fields of a document on the wire. */
export type ManifestacaoDaNota = Pick<
  NotaWire,
  "manifestacoes" | "prazosManifestacao" | "manifestacaoImpedida"
>;

/** Requests about a document, the deadlines, and why the user cannot send one now. */
export async function readManifestacao(
  sql: Sql,
  { contaId, usuarioId, contaUf }: Caller,
  { id, agora }: { id: string; agora: Date },
): Promise<ManifestacaoDaNota> {
  const [alvo] = await findAlvos(sql, contaId, [id]);
  if (!alvo) return { manifestacoes: [], prazosManifestacao: [], manifestacaoImpedida: null };
  const pode = await findPermissao(sql, contaId, usuarioId);
  const impedimento: Impedimento | null =
    findImpedimentoDoDocumento(alvo) ??
    (pode
      ? findImpedimentoGeral(alvo, { agora, zona: zonaOfUf(contaUf) })
      : { key: "manifestacaoSemPermissao" });
  return {
    manifestacoes: (await findManifestacoes(sql, contaId, alvo.chave)).map(writeManifestacao),
    prazosManifestacao: prazosOf(alvo, agora),
    manifestacaoImpedida: impedimento && formatMensagem(impedimento.key, impedimento.values),
  };
}
