import type { ResultOf } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import type { AppContext } from "../../src/app-context.ts";
import { Deferral } from "../../src/errors.ts";
import { runLote } from "../../src/services/lote/run-lote.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";

export type Lote = ResultOf<"Lote.getLote">["object"];
export type LoteDocumento = ResultOf<"Lote.getListDocumento">["results"][number];

/** Runs the task of a lote until it ends or waits for SEFAZ. @returns its wait in ms; null = ended */
export async function work(ctx: AppContext, contaId: string, id: string): Promise<number | null> {
  const prazo = new Date(Date.now() + MINUTE_MS);
  for (;;) {
    try {
      await runLote(ctx, { contaId, alvo: id, prazo });
      return null;
    } catch (error) {
      if (!(error instanceof Deferral)) throw error;
      if (error.retryAfterMs > 0) return error.retryAfterMs;
    }
  }
}

type StartCall = "Lote.startMarca" | "Lote.startManifestacao" | "Lote.startDesfazer" | "Lote.retryLote";

/** Starts a lote. @returns its id @throws with the server's sentence when it is refused */
export async function start<N extends StartCall>(
  user: SignedInUser,
  method: N,
  params: Parameters<typeof user.call<N>>[1],
): Promise<string> {
  const { object, mensagem } = await user.call(method, params);
  if (object === null) throw new Error(mensagem ?? "no lote");
  return (object as { id: string }).id;
}

export async function show(user: SignedInUser, id: string): Promise<Lote> {
  const { object, mensagem } = await user.call("Lote.getLote", { id });
  if (object === null) throw new Error(mensagem ?? "no lote");
  return object as Lote;
}

/** The outcome and the sentence of each document, by its id. */
export async function outcomesOf(user: SignedInUser, id: string): Promise<Map<string, string>> {
  const { results } = await user.call("Lote.getListDocumento", { id, pageSize: 200 });
  return new Map(
    (results as LoteDocumento[]).map(({ notaId, situacao, mensagem }) => [
      notaId,
      mensagem === null ? situacao : `${situacao}: ${mensagem}`,
    ]),
  );
}

/** The acts about a document, oldest first. */
export async function actsOf(wire: Wire, alvo: string): Promise<string[]> {
  const rows = await wire.asOwner<{ detalhe: string }>(
    "SELECT detalhe FROM registro WHERE alvo = $1 ORDER BY ordem",
    [alvo],
  );
  return rows.map(({ detalhe }) => detalhe);
}

export function isOver({ estado }: Lote): boolean {
  return estado !== "pendente" && estado !== "em-andamento";
}
