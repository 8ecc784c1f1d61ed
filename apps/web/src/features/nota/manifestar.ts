import { MENSAGENS_DAS_TELAS } from "@malote/contract";
import { call } from "../../rpc/call.ts";
import { queryClient } from "../../rpc/client.ts";
import { explainAto, inLine, Recusa } from "../../rpc/falhas.ts";
import type { NotaLinha } from "../../rpc/queries.ts";
import type { Pedido } from "./manifestacao.ts";

/** Requests one manifestação. @returns the refusal as a sentence; null if it was accepted */
export async function manifestar(
  nota: Pick<NotaLinha, "id" | "tipoNota">,
  { status, justificativa }: Pedido,
): Promise<string | null> {
  try {
    await call("Nota.manifestacao", {
      tipo: nota.tipoNota,
      novoStatus: status,
      id: nota.id,
      ...(status === 3 ? { justificativa: justificativa.trim() } : {}),
    });
  } catch (error) {
    return sentenceOf(error);
  }
  await refresh();
  return null;
}

/** Outcome of the request for one document of a batch. */
export type Resultado = { nota: NotaLinha; falha: string | null };

/**
 * Requests the same manifestação for many documents. @returns one outcome per document, in order
 */
export async function manifestarLote(
  notas: readonly NotaLinha[],
  { status, justificativa }: Pedido,
): Promise<Resultado[]> {
  const { results } = await call("Nota.manifestarLote", {
    ids: notas.map(({ id }) => id),
    novoStatus: status,
    ...(status === 3 ? { justificativa: justificativa.trim() } : {}),
  });
  await refresh();
  const said = new Map(results.map(({ id, mensagem }) => [id, mensagem]));
  return notas.map((nota) => ({ nota, falha: said.get(nota.id) ?? null }));
}

async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["nota"] }),
    queryClient.invalidateQueries({ queryKey: ["notas"] }),
  ]);
}

/** The server's message if it refused; otherwise a sentence that explains the failure. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Recusa) return error.erros[0]?.mensagem ?? error.message;
  const falha = explainAto(error, MENSAGENS_DAS_TELAS.falhaManifestacao);
  return falha ? inLine(falha) : MENSAGENS_DAS_TELAS.falhaManifestacao;
}
