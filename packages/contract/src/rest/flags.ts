import * as z from "zod/mini";
import { json, restRoute } from "./route.ts";
import { BATCH_FLAGS_MAX, byId } from "./shared.ts";

const flagValue = z.strictObject({ valor: z.boolean() });
const flagged = z.object({ id: z.uuid(), valor: z.boolean() });

const item = z
  .strictObject({
    id: z.optional(z.uuid()),
    /** The received nota, if the conta also issued it. */
    chave: z.optional(z.string().check(z.minLength(44), z.maxLength(54))),
    valor: z.boolean(),
  })
  .check(z.refine(({ id, chave }) => (id === undefined) !== (chave === undefined), "restItemSemDocumento"));

/** The result for one document of a batch. */
export const flaggedItem = z.object({
  id: z.nullable(z.uuid()),
  chaveAcesso: z.nullable(z.string()),
  valor: z.boolean(),
  sucesso: z.boolean(),
  /** The reason for a failure; null on success, also if it was already marked. */
  codigo: z.nullable(z.string()),
  mensagem: z.nullable(z.string()),
});

const DESCRIPTION = "Marcar o que já está marcado é sucesso, e nada muda.";

export const flagsRest = {
  "PUT /notas/{id}/processado": restRoute({
    secao: "Marcas",
    resumo: "Marca um documento como processado no ERP, ou não",
    descricao: DESCRIPTION,
    escopo: "notas:marcar",
    gemeo: "Nota.setProcessadoErp",
    caminho: byId,
    corpo: flagValue,
    responde: json(flagged),
    versaoDe: "GET /notas/{id}",
  }),
  "PUT /notas/{id}/recebido": restRoute({
    secao: "Marcas",
    resumo: "Marca a mercadoria de um documento como recebida, ou não",
    descricao: DESCRIPTION,
    escopo: "notas:marcar",
    gemeo: "Nota.setRecebido",
    caminho: byId,
    corpo: flagValue,
    responde: json(flagged),
    versaoDe: "GET /notas/{id}",
  }),
  "PUT /notas/{id}/conferido": restRoute({
    secao: "Marcas",
    resumo: "Marca um documento como conferido, ou não",
    descricao: DESCRIPTION,
    escopo: "notas:marcar",
    gemeo: "Nota.setConferido",
    caminho: byId,
    corpo: flagValue,
    responde: json(flagged),
    versaoDe: "GET /notas/{id}",
  }),
  "POST /notas/lote/processado": restRoute({
    secao: "Marcas",
    resumo: `Marca até ${BATCH_FLAGS_MAX} documentos como processados no ERP, cada um com o seu resultado`,
    descricao: `${DESCRIPTION} Cada item informa o documento por \`id\` ou por \`chave\`; um que falha não impede os outros.`,
    escopo: "notas:marcar",
    gemeo: "Nota.setProcessadoErp",
    limit: { chars: 65_536, items: 2_500 },
    corpo: z.strictObject({ itens: z.array(item).check(z.minLength(1), z.maxLength(BATCH_FLAGS_MAX)) }),
    responde: json(z.object({ itens: z.array(flaggedItem) })),
  }),
} as const;
