import * as z from "zod/mini";
import { list, listWith, method, one } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";

/** States of an import. */
export const IMPORTACAO_STATES = ["pendente", "em-andamento", "concluido", "falhou"] as const;
export type ImportacaoState = (typeof IMPORTACAO_STATES)[number];

/** An uploaded file. The counts are of the files in it: `lidos` = documentos + eventos + duplicados +
 * outros + quantidadeErro. */
export const importacaoWire = z.object({
  id: z.uuid(),
  nomeArquivo: z.string(),
  /** Bytes. */
  tamanho: z.number(),
  /** When it was uploaded. */
  data: instant,
  usuario: z.nullable(z.string()),
  estado: z.enum(IMPORTACAO_STATES),
  /** Number of files in it; null while unknown. */
  total: z.nullable(z.int()),
  lidos: z.int(),
  documentos: z.int(),
  eventos: z.int(),
  duplicados: z.int(),
  outros: z.int(),
  quantidadeErro: z.int(),
  terminadoEm: instant,
  /** Why it failed, as a sentence; null otherwise. */
  mensagem: z.nullable(z.string()),
});

/** A file that did not become a document. `id` is that of its anexo, which can be downloaded if
 * `baixavel`. */
export const importacaoErrorWire = z.object({
  id: z.uuid(),
  caminho: z.string(),
  nome: z.nullable(z.string()),
  tamanho: z.int(),
  /** The key of the reason, and its sentence. */
  codigo: z.string(),
  motivo: z.string(),
  detalhe: z.nullable(z.string()),
  quarentena: z.boolean(),
  baixavel: z.boolean(),
});

/** Number of files per reason. */
export const importacaoErrorGroupWire = z.object({
  codigo: z.string(),
  motivo: z.string(),
  quantidade: z.int(),
});

export const importacaoMethods = {
  "Importacao.getListImportacao": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ ...page }),
    result: list(importacaoWire),
  }),
  "Importacao.getImportacao": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ id: z.uuid() }),
    result: one(importacaoWire),
  }),
  /** Files with errors, by reason, and the number of files per reason; `codigo` selects one. */
  "Importacao.getListImportacaoErros": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({
      importacaoId: z.uuid(),
      codigo: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
      ...page,
    }),
    result: listWith(
      importacaoErrorWire,
      z.object({ importacao: importacaoWire, grupos: z.array(importacaoErrorGroupWire) }),
    ),
  }),
} as const;
