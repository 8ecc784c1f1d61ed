import { formatMensagem, type MensagemKey } from "@malote/contract";
import { markNotas } from "../../../services/nota/mark-notas.ts";
import { callMethod, type RestHandlers } from "../rest-handler.ts";

export const marcasRotas = {
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
    const marcadas = await markNotas(ctx, { marca: "processadoErp", itens: corpo.itens });
    const itens = marcadas.map(({ nota, valor, recusa }, at) => ({
      id: nota?.id ?? corpo.itens[at]?.id ?? null,
      chaveAcesso: nota?.chave ?? corpo.itens[at]?.chave ?? null,
      valor,
      sucesso: recusa === null,
      codigo: recusa,
      mensagem: recusa && sayOf(recusa),
    }));
    return { corpo: { itens } };
  },
} satisfies Partial<RestHandlers>;

function sayOf(recusa: MensagemKey): string {
  return formatMensagem(recusa);
}
