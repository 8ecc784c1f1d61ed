import * as z from "zod/mini";
import { list, listWith, method, one } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";

/** Where a file that is sent stands. */
export const ESTADOS_IMPORTACAO = ["pendente", "em-andamento", "concluido", "falhou"] as const;
export type EstadoImportacao = (typeof ESTADOS_IMPORTACAO)[number];

/** One file that somebody sent. The sums are of the files found in it: `lidos` = documentos + eventos + duplicados + outros + quantidadeErro. */
export const importacaoWire = z.object({
  id: z.uuid(),
  nomeArquivo: z.string(),
  /** Bytes. */
  tamanho: z.number(),
  /** When it came. */
  data: instant,
  usuario: z.nullable(z.string()),
  estado: z.enum(ESTADOS_IMPORTACAO),
  /** Files in it; null while that is not known. */
  total: z.nullable(z.int()),
  lidos: z.int(),
  documentos: z.int(),
  eventos: z.int(),
  duplicados: z.int(),
  outros: z.int(),
  quantidadeErro: z.int(),
  terminadoEm: instant,
  /** Why it ended badly, in a sentence; null when it did not. */
  mensagem: z.nullable(z.string()),
});

/** One file that did not become a document. `id` is that of its anexo, by which it can be downloaded where `baixavel`. */
export const importacaoErroWire = z.object({
  id: z.uuid(),
  caminho: z.string(),
  nome: z.nullable(z.string()),
  tamanho: z.int(),
  /** The reason by its key, and in words. */
  codigo: z.string(),
  motivo: z.string(),
  detalhe: z.nullable(z.string()),
  quarentena: z.boolean(),
  baixavel: z.boolean(),
});

/** How many files each reason has. */
export const importacaoErroGrupoWire = z.object({
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
  /** Files with errors, by reason, and beside them how many each reason has; `codigo` restricts them to one. */
  "Importacao.getListImportacaoErros": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({
      importacaoId: z.uuid(),
      codigo: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
      ...page,
    }),
    result: listWith(
      importacaoErroWire,
      z.object({ importacao: importacaoWire, grupos: z.array(importacaoErroGrupoWire) }),
    ),
  }),
} as const;
