import * as z from "zod/mini";
import { list, method, one } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";

/** Export formats of a list. */
export const EXPORTACAO_FORMATS = ["CSV", "PDF", "XLSX"] as const;
/** States of a requested file. */
export const FILE_STATES = ["pendente", "em-andamento", "concluido", "falhou", "expirado"] as const;

/** The fields of every requested file. */
export const requestedFileWire = {
  id: z.uuid(),
  estado: z.enum(FILE_STATES),
  /** When and by whom it was requested. */
  data: instant,
  usuario: z.nullable(z.string()),
  /** Documents in it, null before they are counted; and how many are done. */
  total: z.nullable(z.int()),
  feitos: z.int(),
  /** Name and size of the file; null until it exists. */
  nome: z.nullable(z.string()),
  tamanho: z.nullable(z.number()),
  terminadoEm: instant,
  expiraEm: instant,
  /** Why it failed, or what a finished file lacks, as a sentence; null otherwise. */
  mensagem: z.nullable(z.string()),
};

/** An export of a list. */
export const exportacaoWire = z.object({
  ...requestedFileWire,
  formato: z.enum(EXPORTACAO_FORMATS),
  /** The list's filter as text. */
  filtro: z.string(),
});

export const exportacaoMethods = {
  "Exportacao.getListExportacao": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ ...page }),
    result: list(exportacaoWire),
  }),
  "Exportacao.getExportacao": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ id: z.uuid() }),
    result: one(exportacaoWire),
  }),
  /** Deletes the expired and failed ones. */
  "Exportacao.deleteExpired": method({
    access: "signedIn",
    readOnly: false,
    escopo: "notas:marcar",
    params: z.strictObject({}),
    result: one(z.object({ removidas: z.int() })),
  }),
} as const;
