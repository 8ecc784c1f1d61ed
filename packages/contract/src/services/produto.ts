import * as z from "zod/mini";
import { list, method } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";

/** Status and usage of one conta for operators of the product: no content, and no names of users. */
export const monitoredContaWire = z.object({
  id: z.uuid(),
  identificador: z.string(),
  sandbox: z.boolean(),
  abertaEm: instant,
  /** Documents per month. */
  plano: z.int(),
  /** Of this month. */
  documentos: z.int(),
  emails: z.int(),
  bytes: z.number(),
  caixas: z.int(),
  caixasComErro: z.int(),
  caixasSilenciosas: z.int(),
  /** When a mailbox was last visited, and when the last e-mail arrived. */
  ultimaColeta: instant,
  ultimaCaptura: instant,
  /** Due tasks that no worker has taken, and since when. */
  espera: z.int(),
  esperaDesde: instant,
  /** The last number of its feed, and when it was published. */
  sequencia: z.int(),
  publicadaEm: instant,
  webhooksDesligados: z.int(),
});

export const produtoMethods = {
  /** Every conta, by name; for operators of the product only (`npm run conta -- produto`). */
  "Produto.getListConta": method({
    access: "signedIn",
    readOnly: true,
    person: true,
    params: z.strictObject(page),
    result: list(monitoredContaWire),
  }),
} as const;
