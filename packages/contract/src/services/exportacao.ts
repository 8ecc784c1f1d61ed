import * as z from "zod/mini";
import { list, method, one } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";

/** What a list can be exported to. */
export const FORMATOS_EXPORTACAO = ["CSV", "PDF", "XLSX"] as const;
/** Where a file that was asked for stands. */
export const ESTADOS_ARQUIVO = ["pendente", "em-andamento", "concluido", "falhou", "expirado"] as const;

/** What every file that was asked for tells. */
export const arquivoPedidoWire = {
  id: z.uuid(),
  estado: z.enum(ESTADOS_ARQUIVO),
  /** When it was asked for, and by whom. */
  data: instant,
  usuario: z.nullable(z.string()),
  /** Documents in it, null while they were not counted; and how many are done. */
  total: z.nullable(z.int()),
  feitos: z.int(),
  /** Name and bytes of the file; null until it is there. */
  nome: z.nullable(z.string()),
  tamanho: z.nullable(z.number()),
  terminadoEm: instant,
  expiraEm: instant,
  /** Why it ended badly, or what a finished file lacks, in a sentence; null when there is nothing to say. */
  mensagem: z.nullable(z.string()),
};

/** One export of a list. */
export const exportacaoWire = z.object({
  ...arquivoPedidoWire,
  formato: z.enum(FORMATOS_EXPORTACAO),
  /** The list's filter in words. */
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
  /** Takes those away that have expired or failed. */
  "Exportacao.deleteExpired": method({
    access: "signedIn",
    readOnly: false,
    escopo: "notas:marcar",
    params: z.strictObject({}),
    result: one(z.object({ removidas: z.int() })),
  }),
} as const;
