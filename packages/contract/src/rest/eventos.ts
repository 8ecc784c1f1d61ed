import * as z from "zod/mini";
import { notaRow } from "../services/nota/nota.ts";
import { instant } from "../wire.ts";
import { json, restRoute } from "./route.ts";
import { byCursor, operationWire, pageWire } from "./shared.ts";

/** The kinds of change of a published document. */
export const CHANGES = ["nota", "troca", "evento", "status", "marca", "quarentena"] as const;

/** A change. */
export const changeWire = z.object({
  sequencia: z.int(),
  tipo: z.enum(CHANGES),
  criadoEm: instant,
  notaId: z.uuid(),
  chaveAcesso: z.string(),
  /** The current document; null while it is in quarantine or belongs to no company of the conta. */
  nota: z.nullable(notaRow),
  evento: z.nullable(
    z.object({
      id: z.uuid(),
      tpEvento: z.string(),
      descEvento: z.string(),
      protocolo: z.nullable(z.string()),
      protocoloData: instant,
      origem: z.enum(["email", "sefaz"]),
      autor: z.nullable(z.string()),
      temXml: z.boolean(),
    }),
  ),
});

export const eventosRest = {
  "GET /eventos": restRoute({
    secao: "Eventos",
    resumo: "Tudo o que mudou, na ordem em que foi publicado",
    descricao: `O ERP não precisa reler listas. \`nota\`: documento novo, ou que passou a outra empresa da conta; \`troca\`: uma cópia melhor substituiu a anterior; \`evento\`: cancelamento, carta de
correção ou manifestação; \`status\`: a situação na SEFAZ mudou; \`marca\`: processado, recebido ou conferido; \`quarentena\`: o documento foi
retirado. Os números são os mesmos de \`GET /notas\`, e o cursor de um serve para o outro.`,
    escopo: "notas:ler",
    gemeo: null,
    acesso: "signedIn",
    query: z.strictObject({
      ...byCursor,
      tipoEvento: z.optional(z.array(z.enum(CHANGES)).check(z.minLength(1), z.maxLength(CHANGES.length))),
    }),
    responde: json(z.object({ itens: z.array(changeWire), page: pageWire })),
    recusas: [422],
  }),
  "GET /operacoes/{id}": restRoute({
    secao: "Operações",
    resumo: "A situação de um trabalho aceito com 202",
    escopo: null,
    escopoConforme:
      "o tipo: importação `importar`, exportação e download `notas:ler`, manifestação `manifestar` ou `notas:ler`, consulta à SEFAZ `notas:marcar` ou `notas:ler`",
    gemeo: null,
    acesso: "signedIn",
    caminho: z.strictObject({
      id: z.string().check(z.regex(/^[A-Za-z]{1,20}-[0-9a-f-]{36}(-[0-9a-z]{1,12})?$/, "campoOperacao")),
    }),
    responde: json(operationWire),
  }),
} as const;
