import { formatMessage, type MessageKey } from "@malote/contract";
import { flagNotas } from "../../../services/nota/flags/flag-notas.ts";
import { callMethod, type RestHandlers } from "../rest-handler.ts";

export const flagRoutes = {
  "PUT /notas/{id}/processado": async (ctx, { caminho: { id }, corpo: { valor } }) => {
    await callMethod(ctx, "Nota.setProcessadoErp", { id, processado: valor });
    return { corpo: { id, valor } };
  },
  "PUT /notas/{id}/recebido": async (ctx, { caminho: { id }, corpo: { valor } }) => {
    await callMethod(ctx, "Nota.setRecebido", { id, recebido: valor });
    return { corpo: { id, valor } };
  },
  "PUT /notas/{id}/conferido": async (ctx, { caminho: { id }, corpo: { valor } }) => {
    await callMethod(ctx, "Nota.setConferido", { id, conferido: valor });
    return { corpo: { id, valor } };
  },
  "POST /notas/lote/processado": async (ctx, { corpo }) => {
    const flagged = await flagNotas(ctx, { flag: "processadoErp", items: corpo.itens });
    const itens = flagged.map(({ nota, valor, refusal: recusa }, at) => ({
      id: nota?.id ?? corpo.itens[at]?.id ?? null,
      chaveAcesso: nota?.chave ?? corpo.itens[at]?.chave ?? null,
      valor,
      sucesso: recusa === null,
      codigo: recusa,
      mensagem: recusa && messageOf(recusa),
    }));
    return { corpo: { itens } };
  },
} satisfies Partial<RestHandlers>;

function messageOf(recusa: MessageKey): string {
  return formatMessage(recusa);
}
