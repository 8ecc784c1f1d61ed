import { call } from "../../../rpc/call/call.ts";
import { explainActionFailure, Refusal, toOneLine } from "../../../rpc/call/failures.ts";
import { queryClient } from "../../../rpc/call/query-client.ts";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { screenMessages } from "../../../texts/names/screen-messages.ts";
import type { ManifestacaoRequest } from "./manifestacao-choice.ts";

/** Requests one manifestação. @returns the refusal as a sentence; null if it was accepted */
export async function sendManifestacao(
  nota: Pick<NotaRow, "id" | "tipoNota">,
  { status, justificativa }: ManifestacaoRequest,
): Promise<string | null> {
  try {
    await call("Nota.manifestacao", {
      tipo: nota.tipoNota,
      novoStatus: status,
      id: nota.id,
      ...(status === 3 ? { justificativa: justificativa.trim() } : {}),
    });
  } catch (error) {
    return refusalTextOf(error);
  }
  await refresh();
  return null;
}

async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["nota"] }),
    queryClient.invalidateQueries({ queryKey: ["notas"] }),
  ]);
}

/** The server's message if it refused; otherwise a sentence that explains the failure. */
export function refusalTextOf(error: unknown): string {
  if (error instanceof Refusal) return error.erros[0]?.mensagem ?? error.message;
  const falha = explainActionFailure(error, screenMessages.falhaManifestacao);
  return falha ? toOneLine(falha) : screenMessages.falhaManifestacao;
}
