import { TIPOS_NOTA } from "@malote/syntax";
import * as z from "zod/mini";
import { notaRow } from "../services/nota.ts";
import { papel, tipoNota } from "../services/nota-filtro.ts";
import { diaHoraParam, diaParam } from "../wire.ts";
import { CHAVES_MAX, CNPJS_MAX, pageWire, porCursor } from "./comum.ts";
import { json, rota } from "./rota.ts";

const documento = z.string().check(z.minLength(11), z.maxLength(18));
const chave = z.string().check(z.minLength(44), z.maxLength(54));

/** A document at its place in the feed. */
export const notaDoFeed = z.extend(notaRow, {
  /** Its number in the conta's feed. */
  sequencia: z.int(),
  /** The XML, with `incluir=xml`, when it is UTF-8: its bytes are those of this text. */
  xml: z.optional(z.nullable(z.string())),
  /** The XML in base64, with `incluir=xml`, when it is written in another encoding. */
  xmlBase64: z.optional(z.string()),
});

export const notasRest = {
  "GET /notas": rota({
    secao: "Documentos",
    resumo: "Documentos na ordem em que foram publicados",
    descricao: `A fonte do ERP: cada documento aparece uma vez, na ordem em que o Malote o publicou, que nunca muda. Documentos em quarentena só
entram depois de liberados, e os de terceiros nunca entram. Guarde \`page.next\` e volte com ele em \`cursor\`: ele vale para sempre, também
quando \`hasMore\` é falso. Com filtros, uma página pode vir curta ou vazia enquanto \`hasMore\` for verdadeiro: siga lendo.
Mudanças posteriores (cancelamento, evento, marca) vêm por \`GET /eventos\`.`,
    escopo: "notas:ler",
    gemeo: null,
    acesso: "signedIn",
    query: z.strictObject({
      ...porCursor,
      entradaSaida: z.optional(papel),
      tipo: z.optional(z.array(tipoNota).check(z.minLength(1), z.maxLength(TIPOS_NOTA.length))),
      /** CNPJ or CPF of who issued or who receives. */
      cnpj: z.optional(z.array(documento).check(z.minLength(1), z.maxLength(CNPJS_MAX))),
      chave: z.optional(z.array(chave).check(z.minLength(1), z.maxLength(CHAVES_MAX))),
      empresaId: z.optional(z.uuid()),
      criadoDe: z.optional(diaHoraParam),
      criadoAte: z.optional(diaHoraParam),
      emissaoDe: z.optional(diaParam),
      emissaoAte: z.optional(diaParam),
      processado: z.optional(z.boolean()),
      incluir: z.optional(z.enum(["xml"])),
    }),
    responde: json(z.object({ itens: z.array(notaDoFeed), page: pageWire })),
    recusas: [422],
  }),
} as const;
