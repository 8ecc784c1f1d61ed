import * as z from "zod/mini";
import { LOTE_MARCAS_MAX, porId } from "./comum.ts";
import { json, rota } from "./rota.ts";

const valor = z.strictObject({ valor: z.boolean() });
const marcada = z.object({ id: z.uuid(), valor: z.boolean() });

const item = z
  .strictObject({
    id: z.optional(z.uuid()),
    /** The received nota, if the conta also issued it. */
    chave: z.optional(z.string().check(z.minLength(44), z.maxLength(54))),
    valor: z.boolean(),
  })
  .check(z.refine(({ id, chave }) => (id === undefined) !== (chave === undefined), "restItemSemDocumento"));

/** The result for one document of a batch. */
export const itemMarcado = z.object({
  id: z.nullable(z.uuid()),
  chaveAcesso: z.nullable(z.string()),
  valor: z.boolean(),
  sucesso: z.boolean(),
  /** The reason for a failure; null on success, also if it was already marked. */
  codigo: z.nullable(z.string()),
  mensagem: z.nullable(z.string()),
});

const DESCRICAO = "Marcar o que já está marcado é sucesso, e nada muda.";

export const marcasRest = {
  "PUT /notas/{id}/processado": rota({
    secao: "Marcas",
    resumo: "Marca um documento como processado no ERP, ou não",
    descricao: DESCRICAO,
    escopo: "notas:marcar",
    gemeo: "Nota.setProcessadoErp",
    caminho: porId,
    corpo: valor,
    responde: json(marcada),
    versaoDe: "GET /notas/{id}",
  }),
  "PUT /notas/{id}/recebido": rota({
    secao: "Marcas",
    resumo: "Marca a mercadoria de um documento como recebida, ou não",
    descricao: DESCRICAO,
    escopo: "notas:marcar",
    gemeo: "Nota.setRecebido",
    caminho: porId,
    corpo: valor,
    responde: json(marcada),
    versaoDe: "GET /notas/{id}",
  }),
  "PUT /notas/{id}/conferido": rota({
    secao: "Marcas",
    resumo: "Marca um documento como conferido, ou não",
    descricao: DESCRICAO,
    escopo: "notas:marcar",
    gemeo: "Nota.setConferido",
    caminho: porId,
    corpo: valor,
    responde: json(marcada),
    versaoDe: "GET /notas/{id}",
  }),
  "POST /notas/lote/processado": rota({
    secao: "Marcas",
    resumo: `Marca até ${LOTE_MARCAS_MAX} documentos como processados no ERP, cada um com o seu resultado`,
    descricao: `${DESCRICAO} Cada item informa o documento por \`id\` ou por \`chave\`; um que falha não impede os outros.`,
    escopo: "notas:marcar",
    gemeo: "Nota.setProcessadoErp",
    limit: { chars: 65_536, items: 2_500 },
    corpo: z.strictObject({ itens: z.array(item).check(z.minLength(1), z.maxLength(LOTE_MARCAS_MAX)) }),
    responde: json(z.object({ itens: z.array(itemMarcado) })),
  }),
} as const;
