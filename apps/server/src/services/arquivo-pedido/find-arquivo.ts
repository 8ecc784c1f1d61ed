import type { MensagemKey } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import type { Caller } from "../handler.ts";
import { findPedido } from "./arquivo-pedido.rows.ts";
import { type ArquivoTipo, estadoOf } from "./arquivo-pedido.rules.ts";

const AUSENTE: Readonly<Record<ArquivoTipo, MensagemKey>> = {
  exportacao: "exportacaoNaoEncontrada",
  repositorio: "repositorioNaoEncontrado",
};

/** A file that is there: its name, and the blob of its bytes. */
export type ArquivoPronto = { nome: string; sha256: string; tamanho: number };

/**
 * The file of a pedido, for who downloads it.
 * @throws {Refusal} exportacaoNaoEncontrada, repositorioNaoEncontrado, arquivoExpirado, arquivoEmPreparo, erroProcessandoRequisicao
 */
export async function findArquivoPronto(
  { database, clock }: Pick<AppContext, "database" | "clock">,
  { contaId }: Caller,
  um: { id: string; tipo: ArquivoTipo },
): Promise<ArquivoPronto> {
  const row = await database.withContaSql(contaId, (sql) => findPedido(sql, contaId, um));
  if (row === null) throw new Refusal(AUSENTE[um.tipo]);
  const estado = estadoOf(row, clock.now());
  if (estado === "expirado") throw new Refusal("arquivoExpirado");
  if (estado === "falhou") throw new Refusal("erroProcessandoRequisicao");
  const { nome, sha256, tamanho } = row;
  if (estado !== "concluido" || nome === null || sha256 === null || tamanho === null) {
    throw new Refusal("arquivoEmPreparo");
  }
  return { nome, sha256, tamanho };
}
