import * as z from "zod/mini";
import { list, method } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";

/** Health and use of one conta, as people of the product see it: no content, and nobody's name. */
export const contaVistaWire = z.object({
  id: z.uuid(),
  identificador: z.string(),
  sandbox: z.boolean(),
  abertaEm: instant,
  /** Documents a month. */
  plano: z.int(),
  /** Of this month. */
  documentos: z.int(),
  emails: z.int(),
  bytes: z.number(),
  caixas: z.int(),
  caixasComErro: z.int(),
  caixasSilenciosas: z.int(),
  /** When a mailbox was visited last, and when the last e-mail came. */
  ultimaColeta: instant,
  ultimaCaptura: instant,
  /** Work that is due and nobody took, and since when. */
  espera: z.int(),
  esperaDesde: instant,
  /** The last number of its feed, and when it was published. */
  sequencia: z.int(),
  publicadaEm: instant,
  webhooksDesligados: z.int(),
});

export const produtoMethods = {
  /** Every conta, in order of its name; to who is of the product (`npm run conta -- produto`), and to nobody else. */
  "Produto.getListConta": method({
    access: "signedIn",
    readOnly: true,
    person: true,
    params: z.strictObject(page),
    result: list(contaVistaWire),
  }),
} as const;
