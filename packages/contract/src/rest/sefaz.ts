import * as z from "zod/mini";
import { JUSTIFICATIVA_MAX, LOTE_MAX } from "../limits.ts";
import { EVENTO_LIMIT, eventoParam } from "../services/nota/evento.ts";
import { manifestacaoStatus } from "../services/nota/sefaz.ts";
import { instant } from "../wire.ts";
import { accepted, json, restRoute } from "./route.ts";
import { byId, operationWire } from "./shared.ts";

const desired = {
  novoStatus: manifestacaoStatus,
  justificativa: z.optional(z.nullable(z.string().check(z.maxLength(4 * JUSTIFICATIVA_MAX)))),
};
const DESCRIPTION =
  "1 confirmada, 2 desconhecida, 3 não realizada (com `justificativa` de 15 a 255 caracteres), 4 ciência. O Malote assina e envia; a operação mostra o que a SEFAZ respondeu.";

export const sefazRest = {
  "POST /notas/{id}/manifestacao": restRoute({
    secao: "SEFAZ",
    resumo: "Manifesta-se sobre uma NF-e recebida",
    descricao: DESCRIPTION,
    escopo: "manifestar",
    gemeo: "Nota.manifestacao",
    caminho: byId,
    corpo: z.strictObject(desired),
    responde: accepted(operationWire),
  }),
  "POST /notas/lote/manifestacao": restRoute({
    secao: "SEFAZ",
    resumo: `Manifesta-se sobre até ${LOTE_MAX} NF-e, cada uma com o seu resultado`,
    descricao: DESCRIPTION,
    escopo: "manifestar",
    gemeo: "Nota.manifestarLote",
    corpo: z.strictObject({
      ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(LOTE_MAX)),
      ...desired,
    }),
    responde: accepted(
      z.object({
        itens: z.array(
          z.object({
            id: z.uuid(),
            operacao: z.nullable(z.string()),
            sucesso: z.boolean(),
            mensagem: z.nullable(z.string()),
          }),
        ),
      }),
    ),
  }),
  "POST /notas/{id}/eventos": restRoute({
    secao: "SEFAZ",
    resumo: "Envia à SEFAZ outro evento do destinatário ou do tomador",
    descricao: `610110 desacordo do CT-e (com \`justificativa\`), 610111 o seu cancelamento; da reforma, 211110, 211124, 211130, 211140 e 211150 com
\`itens\`, 211128 com \`aceita\`, e 110001, que cancela o evento de \`eventoId\`. O Malote assina e envia; a operação mostra o que a SEFAZ respondeu.`,
    escopo: "manifestar",
    gemeo: "Nota.sendEvento",
    caminho: byId,
    corpo: z.strictObject(eventoParam),
    limit: EVENTO_LIMIT,
    responde: accepted(operationWire),
  }),
  "POST /notas/{id}/consultaSefaz": restRoute({
    secao: "SEFAZ",
    resumo: "Pede à SEFAZ a situação de hoje de um documento",
    descricao:
      "Pedidos juntos viram uma consulta só, dentro dos limites da SEFAZ. `GET /notas/{id}/sefaz` ou a operação mostram a resposta.",
    escopo: "notas:marcar",
    gemeo: "Nota.consultarSefaz",
    caminho: byId,
    responde: accepted(operationWire),
    recusas: [409, 422],
  }),
  "GET /notas/{id}/sefaz": restRoute({
    secao: "SEFAZ",
    resumo: "O que a SEFAZ diz de um documento, e se a última consulta já foi respondida",
    escopo: "notas:ler",
    gemeo: "Nota.hasSefazStatus",
    caminho: byId,
    responde: json(
      z.object({
        consulta: z.enum(["respondida", "aguardando", "falhou"]),
        sefazStatus: z.nullable(z.string()),
        divergente: z.nullable(z.boolean()),
        sefazConsultadaEm: instant,
      }),
    ),
  }),
} as const;
